import { type Comparison, createChange, getMember, isObject, type Pair, toChangeKind } from './comparison.ts';
import { formatValue } from './format-value.ts';
import { diffMembers, diffObject } from './members.ts';
import { diffPaidTier } from './paid-tier.ts';
import { address, limit } from './scalar.ts';

/** Pricing for people to read (specification, section 2.1.2). */
export const diffPricing: Comparison = pair =>
  diffMembers(pair, {
    model,
    free_tier: tier => freeTier(tier, getMember(pair.after, 'model')),
    paid_tier: diffPaidTier,
    support_url: address('support address'),
  });

/** What can be used without paying, and what cannot; `unknown` is in neither. */
const PAYLESS: readonly unknown[] = ['free', 'freemium', 'pay-what-you-want'];
const PAID: readonly unknown[] = ['per-query', 'subscription', 'tiered', 'usage_based'];

const model: Comparison = pair => {
  if (toChangeKind(pair) !== 'changed') return [];
  const breaking = PAYLESS.includes(pair.before) && PAID.includes(pair.after);
  const text = `pricing model ${formatValue(pair.before)} → ${formatValue(pair.after)}`;
  return [createChange(pair, 'pricing-model-changed', text, breaking)];
};

/** A free tier that goes because all became free is no loss, nor is one that granted nothing. */
function freeTier(pair: Pair, modelAfter: unknown) {
  const turn = toChangeKind(pair);
  if (turn === 'changed' && isObject(pair.before) && isObject(pair.after)) return freeTierLimits(pair);
  if (turn === 'added' && isObject(pair.after)) return [createChange(pair, 'free-tier-added', 'free tier added')];
  if (turn !== 'removed' || !isObject(pair.before)) return [];
  const grants = !Object.values(pair.before).includes(0);
  return [createChange(pair, 'free-tier-removed', 'free tier removed', grants && modelAfter !== 'free')];
}

const freeTierLimits = diffObject({
  queries_per_day: limit('free queries per day'),
  queries_per_month: limit('free queries per month'),
});
