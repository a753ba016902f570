import { decimalOf } from './decimal.ts';
import type { Difference } from './kind.ts';
import { members } from './members.ts';
import { type Comparison, difference, isObject, member, type Pair, turnOf } from './pair.ts';
import { type Price, priceDifferences, priceText } from './price.ts';
import { contract, text } from './scalar.ts';
import { shown } from './shown.ts';

const LABEL = 'price of the paid tier';

/**
 * The paid tier, whose price is stated as `amount` with `currency`, as `amount_usd`, or both. Each statement is compared
 * with its like; one that takes the place of the other is compared with that, so restating a price raises no alarm.
 */
export const paidTier: Comparison = pair => {
  const { before, after } = pair;
  if (isObject(before) && isObject(after)) return changedTier(pair);
  const turn = turnOf(pair);
  if (turn === 'changed') return [];
  const tier = turn === 'added' ? after : before;
  const price = amountPrice(tier) ?? dollarPrice(tier);
  if (price === undefined) return [];
  const text = `paid tier ${turn} (${priceText(price)} per ${shown(price.unit)})`;
  return [difference(pair, `paid-tier-${turn}`, text)];
};

function* changedTier(pair: Pair): Generator<Difference, undefined, undefined> {
  const [amountWas, amountIs] = [amountPrice(pair.before), amountPrice(pair.after)];
  const [dollarsWere, dollarsAre] = [dollarPrice(pair.before), dollarPrice(pair.after)];
  if (amountWas && !amountIs && !dollarsWere && dollarsAre) yield* restated(pair, amountWas, dollarsAre);
  if (dollarsWere && !dollarsAre && !amountWas && amountIs) yield* restated(pair, dollarsWere, amountIs);
  yield* members(
    { ...pair, of: ' of the paid tier' },
    {
      unit: contract('unit', 'price-unit-changed'),
      description: text('description'),
      amount: amount => (amountWas && amountIs ? priceDifferences(amount, 'price', amountWas, amountIs) : []),
      currency: contract('currency', 'currency-changed'),
      amount_usd: amount =>
        dollarsWere && dollarsAre ? priceDifferences(amount, 'price', dollarsWere, dollarsAre) : [],
    },
  );
}

function restated(pair: Pair, was: Price, is: Price): readonly Difference[] {
  if (was.currency === is.currency) return priceDifferences(pair, LABEL, was, is);
  return [difference(pair, 'currency-changed', `${LABEL} ${priceText(was)} → ${priceText(is)}`, true)];
}

function amountPrice(tier: unknown): Price | undefined {
  const [amount, currency] = [member(tier, 'amount'), member(tier, 'currency')];
  const stated = typeof amount === 'string' && typeof currency === 'string';
  return stated ? { amount, currency, unit: member(tier, 'unit') } : undefined;
}

function dollarPrice(tier: unknown): Price | undefined {
  const amount = member(tier, 'amount_usd');
  return typeof amount === 'number'
    ? { amount: decimalOf(amount), currency: 'USD', unit: member(tier, 'unit') }
    : undefined;
}
