import { members, object } from './members.ts';
import { paidTier } from './paid-tier.ts';
import { type Comparison, difference, isObject, member, type Pair, turnOf } from './pair.ts';
import { address, limit } from './scalar.ts';
import { shown } from './shown.ts';

/** Pricing for people to read (specification, section 2.1.2). */
export const pricing: Comparison = pair =>
  members(pair, {
    model,
    free_tier: tier => freeTier(tier, member(pair.after, 'model')),
    paid_tier: paidTier,
    support_url: address('support address'),
  });

/** What can be used without paying, and what cannot; `unknown` is in neither. */
const PAYLESS: readonly unknown[] = ['free', 'freemium', 'pay-what-you-want'];
const PAID: readonly unknown[] = ['per-query', 'subscription', 'tiered', 'usage_based'];

const model: Comparison = pair => {
  if (turnOf(pair) !== 'changed') return [];
  const breaking = PAYLESS.includes(pair.before) && PAID.includes(pair.after);
  const text = `pricing model ${shown(pair.before)} → ${shown(pair.after)}`;
  return [difference(pair, 'pricing-model-changed', text, breaking)];
};

/** A free tier that goes because all became free is no loss, nor is one that granted nothing. */
function freeTier(pair: Pair, modelAfter: unknown) {
  const turn = turnOf(pair);
  if (turn === 'changed' && isObject(pair.before) && isObject(pair.after)) return freeTierLimits(pair);
  if (turn === 'added' && isObject(pair.after)) return [difference(pair, 'free-tier-added', 'free tier added')];
  if (turn !== 'removed' || !isObject(pair.before)) return [];
  const grants = !Object.values(pair.before).includes(0);
  return [difference(pair, 'free-tier-removed', 'free tier removed', grants && modelAfter !== 'free')];
}

const freeTierLimits = object({
  queries_per_day: limit('free queries per day'),
  queries_per_month: limit('free queries per month'),
});
