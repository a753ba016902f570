import { getMember, isObject } from '../json-object.ts';
import { type Comparison, createChange, type Pair, toChangeKind } from './comparison.ts';
import { toDecimal } from './decimal.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';
import { diffMembers } from './members.ts';
import { diffPrice, formatPrice, type Price } from './price.ts';
import { contract, text } from './scalar.ts';

const LABEL = 'price of the paid tier';

/**
 * Compares the paid tier. Its price is `amount` with `currency`, `amount_usd`, or both. Compares each form with itself, or
 * with the other form if it replaces it, so that expressing the same price differently is not breaking.
 */
export const diffPaidTier: Comparison = pair => {
  const { before, after } = pair;
  if (isObject(before) && isObject(after)) return diffTiers(pair);
  const change = toChangeKind(pair);
  if (change === 'changed') return [];
  const tier = change === 'added' ? after : before;
  const price = getAmountPrice(tier) ?? getDollarPrice(tier);
  if (price === undefined) return [];
  const text = `paid tier ${change} (${formatPrice(price)} per ${formatValue(price.unit)})`;
  return [createChange(pair, `paid-tier-${change}`, text)];
};

function* diffTiers(pair: Pair): Generator<ManifestChange, undefined, undefined> {
  const [amountBefore, amountAfter] = [getAmountPrice(pair.before), getAmountPrice(pair.after)];
  const [dollarsBefore, dollarsAfter] = [getDollarPrice(pair.before), getDollarPrice(pair.after)];
  if (amountBefore && !amountAfter && !dollarsBefore && dollarsAfter)
    yield* diffForms(pair, amountBefore, dollarsAfter);
  if (dollarsBefore && !dollarsAfter && !amountBefore && amountAfter)
    yield* diffForms(pair, dollarsBefore, amountAfter);
  yield* diffMembers(
    { ...pair, of: ' of the paid tier' },
    {
      unit: contract('unit', 'price-unit-changed'),
      description: text('description'),
      amount: amount => (amountBefore && amountAfter ? diffPrice(amount, 'price', amountBefore, amountAfter) : []),
      currency: contract('currency', 'currency-changed'),
      amount_usd: amount =>
        dollarsBefore && dollarsAfter ? diffPrice(amount, 'price', dollarsBefore, dollarsAfter) : [],
    },
  );
}

function diffForms(pair: Pair, before: Price, after: Price): readonly ManifestChange[] {
  if (before.currency === after.currency) return diffPrice(pair, LABEL, before, after);
  return [createChange(pair, 'currency-changed', `${LABEL} ${formatPrice(before)} → ${formatPrice(after)}`, true)];
}

function getAmountPrice(tier: unknown): Price | undefined {
  const [amount, currency] = [getMember(tier, 'amount'), getMember(tier, 'currency')];
  const stated = typeof amount === 'string' && typeof currency === 'string';
  return stated ? { amount, currency, unit: getMember(tier, 'unit') } : undefined;
}

function getDollarPrice(tier: unknown): Price | undefined {
  const amount = getMember(tier, 'amount_usd');
  return typeof amount === 'number'
    ? { amount: toDecimal(amount), currency: 'USD', unit: getMember(tier, 'unit') }
    : undefined;
}
