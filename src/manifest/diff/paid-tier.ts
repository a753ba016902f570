import { type Comparison, createChange, getMember, isObject, type Pair, toChangeKind } from './comparison.ts';
import { decimalOf } from './decimal.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';
import { diffMembers } from './members.ts';
import { diffPrice, type Price, priceText } from './price.ts';
import { contract, text } from './scalar.ts';

const LABEL = 'price of the paid tier';

/**
 * The paid tier, whose price is stated as `amount` with `currency`, as `amount_usd`, or both. Each statement is compared
 * with its like; one that takes the place of the other is compared with that, so restating a price raises no alarm.
 */
export const diffPaidTier: Comparison = pair => {
  const { before, after } = pair;
  if (isObject(before) && isObject(after)) return changedTier(pair);
  const turn = toChangeKind(pair);
  if (turn === 'changed') return [];
  const tier = turn === 'added' ? after : before;
  const price = amountPrice(tier) ?? dollarPrice(tier);
  if (price === undefined) return [];
  const text = `paid tier ${turn} (${priceText(price)} per ${formatValue(price.unit)})`;
  return [createChange(pair, `paid-tier-${turn}`, text)];
};

function* changedTier(pair: Pair): Generator<ManifestChange, undefined, undefined> {
  const [amountWas, amountIs] = [amountPrice(pair.before), amountPrice(pair.after)];
  const [dollarsWere, dollarsAre] = [dollarPrice(pair.before), dollarPrice(pair.after)];
  if (amountWas && !amountIs && !dollarsWere && dollarsAre) yield* restated(pair, amountWas, dollarsAre);
  if (dollarsWere && !dollarsAre && !amountWas && amountIs) yield* restated(pair, dollarsWere, amountIs);
  yield* diffMembers(
    { ...pair, of: ' of the paid tier' },
    {
      unit: contract('unit', 'price-unit-changed'),
      description: text('description'),
      amount: amount => (amountWas && amountIs ? diffPrice(amount, 'price', amountWas, amountIs) : []),
      currency: contract('currency', 'currency-changed'),
      amount_usd: amount => (dollarsWere && dollarsAre ? diffPrice(amount, 'price', dollarsWere, dollarsAre) : []),
    },
  );
}

function restated(pair: Pair, was: Price, is: Price): readonly ManifestChange[] {
  if (was.currency === is.currency) return diffPrice(pair, LABEL, was, is);
  return [createChange(pair, 'currency-changed', `${LABEL} ${priceText(was)} → ${priceText(is)}`, true)];
}

function amountPrice(tier: unknown): Price | undefined {
  const [amount, currency] = [getMember(tier, 'amount'), getMember(tier, 'currency')];
  const stated = typeof amount === 'string' && typeof currency === 'string';
  return stated ? { amount, currency, unit: getMember(tier, 'unit') } : undefined;
}

function dollarPrice(tier: unknown): Price | undefined {
  const amount = getMember(tier, 'amount_usd');
  return typeof amount === 'number'
    ? { amount: decimalOf(amount), currency: 'USD', unit: getMember(tier, 'unit') }
    : undefined;
}
