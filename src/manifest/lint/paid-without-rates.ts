import { getPayment } from '../manifest.ts';
import type { LintRule } from './rule.ts';

export const paidWithoutRates: LintRule = {
  name: 'paid-without-rates',
  severity: 'warning',
  hint: 'Add the price of each unit to payment.rates.',
  anchor: 'lint-paid-without-rates',
  reads: ['/pricing', '/payment'],
  *check(manifest) {
    const payment = getPayment(manifest);
    if (payment !== null && payment.model !== 'free' && payment.rates.length === 0)
      yield {
        pointer: '/payment/rates',
        message: 'The payment model is not free, but there are no rates.',
        value: payment.rates,
      };
  },
};
