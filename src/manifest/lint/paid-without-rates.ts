import type { LintRule } from './rule.ts';

export const paidWithoutRates: LintRule = {
  name: 'paid-without-rates',
  severity: 'warning',
  hint: 'List the price of each unit in payment.rates.',
  anchor: 'lint-paid-without-rates',
  *check({ payment }) {
    if (payment && 'rates' in payment && payment.model !== 'free' && payment.rates.length === 0)
      yield { pointer: '/payment/rates', message: 'Use is paid for, but no rate is given.', value: payment.rates };
  },
};
