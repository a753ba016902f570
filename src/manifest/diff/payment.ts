import { diffOnboarding, diffUsageEndpoint } from './calls.ts';
import { type Comparison, createChange, getMember, isObject, isStated, type Pair, toChangeKind } from './comparison.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';
import { diffMembers, diffObject } from './members.ts';
import { diffRates } from './rates.ts';
import { address, contract, onOff, value } from './scalar.ts';
import { wordSet } from './word-set.ts';

/**
 * The payment block of 0.3 (specification, section 2.1.3) and of 0.2. Their members share no name, so one table serves
 * both, and a manifest that moves to 0.3 as well.
 *
 * @param freeAfter whether the pricing after says that all is free
 */
export function diffPayment(pair: Pair, freeAfter: boolean): Iterable<ManifestChange> {
  const { before, after } = pair;
  const turn = toChangeKind(pair);
  if (turn === 'added' && isObject(after)) {
    const required = asksForPayment(after);
    const model = isStated(after.model) ? ` (${formatValue(after.model)})` : '';
    const text = required ? `payment newly required${model}` : `payment terms added${model}`;
    return [createChange(pair, 'payment-added', text, required)];
  }
  if (turn === 'removed' && isObject(before)) {
    return [createChange(pair, 'payment-removed', 'payment terms removed', asksForPayment(before) && !freeAfter)];
  }
  if (!isObject(before) || !isObject(after)) return [];
  return diffMembers(pair, {
    model: value('payment model', 'payment-model', ({ after }) => isStated(after) && after !== 'free'),
    currency: contract('currency of payment', 'currency-changed'),
    protocol: value('payment protocol', 'payment-protocol', breaksProtocol(isStated(after.onboarding))),
    networks,
    discovery_url: address('discovery address of payment'),
    rates: list => diffRates(list, before.currency, after.currency),
    onboarding: diffOnboarding,
    usage_endpoint: diffUsageEndpoint,
    settlement,
    budget_controls: budgetControls,
    refund_policy: refundPolicy,
    checkout_url: address('checkout address'),
    provider: value('payment provider'),
    key_provisioning_url: address('key provisioning address'),
    accepted_methods: acceptedMethods,
    prepay_required: prepayment,
  });
}

/** 0.2 has no payment model: its block says where keys come from, and whether they are paid for beforehand. */
function asksForPayment(block: unknown): boolean {
  const model = getMember(block, 'model');
  return isStated(model) ? model !== 'free' : getMember(block, 'prepay_required') === true;
}

/** A protocol in addition to onboarding leaves the old way open; any other change closes it. */
function breaksProtocol(onboardingAfter: boolean): (pair: Pair) => boolean {
  return pair => !(toChangeKind(pair) === 'added' && onboardingAfter);
}

const networks = wordSet({
  name: 'settlement networks',
  one: 'settlement network',
  added: 'network-added',
  removed: 'network-removed',
  removalBreaks: true,
});

const settlement = diffObject({
  type: contract('settlement', 'settlement-changed'),
  cycle: value('settlement cycle'),
  provider_name: value('settlement provider'),
  provider_url: address('address of the settlement provider'),
});

const budgetControls = diffObject({
  supports_spend_cap: control('a spend cap', true),
  supports_per_request_limit: control('a limit per request', true),
  supports_rate_limit: control('a rate limit of choice', false),
  supports_alerting: control('alerts', false),
});

/** Without the two guards on what is spent, an agent that relies on them spends without bound; the others are comfort. */
function control(what: string, guardsSpending: boolean): Comparison {
  return onOff(
    { kind: 'budget-control-added', text: `support for ${what} added` },
    { kind: 'budget-control-removed', text: `support for ${what} withdrawn`, breaking: guardsSpending },
  );
}

const refundPolicy = diffObject({
  type: value('refund policy'),
  terms_url: address('address of the refund terms'),
  window_seconds: value('refund window in seconds'),
});

const acceptedMethods = wordSet({
  name: 'accepted payment methods',
  one: 'payment method',
  added: 'payment-method-added',
  removed: 'payment-method-removed',
});

const prepayment = onOff(
  { kind: 'prepayment-added', text: 'payment in advance newly required', breaking: true },
  { kind: 'prepayment-removed', text: 'payment in advance no longer required' },
);
