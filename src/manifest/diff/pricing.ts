import { getMember, isObject } from '../json-object.ts';
import { type Comparison, createChange, type Pair, toChangeKind } from './comparison.ts';
import { formatValue } from './format-value.ts';
import { diffMembers, diffObject } from './members.ts';
import { diffPaidTier } from './paid-tier.ts';
import { limit, url } from './scalar.ts';

/** Compares pricing (specification, section 2.1.2). */
export const diffPricing: Comparison = pair =>
  diffMembers(pair, {
    model,
    free_tier: tier => diffFreeTier(tier, getMember(pair.after, 'model')),
    paid_tier: diffPaidTier,
    support_url: url('support URL'),
  });

/** Models with and without free use. `unknown` is in neither list. */
const FREE: readonly unknown[] = ['free', 'freemium', 'pay-what-you-want'];
const PAID: readonly unknown[] = ['per-query', 'subscription', 'tiered', 'usage_based'];

const model: Comparison = pair => {
  if (toChangeKind(pair) !== 'changed') return [];
  const breaking = FREE.includes(pair.before) && PAID.includes(pair.after);
  const text = `pricing model ${formatValue(pair.before)} → ${formatValue(pair.after)}`;
  return [createChange(pair, 'pricing-model-changed', text, breaking)];
};

/** Removing a free tier is breaking, unless everything became free or the tier granted nothing. */
function diffFreeTier(pair: Pair, modelAfter: unknown) {
  const change = toChangeKind(pair);
  if (change === 'changed' && isObject(pair.before) && isObject(pair.after)) return freeTierLimits(pair);
  if (change === 'added' && isObject(pair.after)) return [createChange(pair, 'free-tier-added', 'free tier added')];
  if (change !== 'removed' || !isObject(pair.before)) return [];
  const grants = !Object.values(pair.before).includes(0);
  return [createChange(pair, 'free-tier-removed', 'free tier removed', grants && modelAfter !== 'free')];
}

const freeTierLimits = diffObject({
  queries_per_day: limit('free queries per day'),
  queries_per_month: limit('free queries per month'),
});
