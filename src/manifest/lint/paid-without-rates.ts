import type { LintRule } from './rule.ts';

export const paidWithoutRates: LintRule = {
  name: 'paid-without-rates',
  severity: 'warning',
  hint: 'Add the price of each unit to payment.rates.',
  anchor: 'lint-paid-without-rates',
  reads: ['/pricing', '/payment'],
  *check({ payment }) {
    if (payment && 'rates' in payment && payment.model !== 'free' && payment.rates.length === 0)
      yield {
        pointer: '/payment/rates',
        message: 'The payment model is not free, but there are no rates.',
        value: payment.rates,
      };
  },
};
