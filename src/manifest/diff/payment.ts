import { getMember, isObject } from '../json-object.ts';
import { diffOnboarding, diffUsageEndpoint } from './calls.ts';
import { type Comparison, createChange, isStated, type Pair, toChangeKind } from './comparison.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';
import { diffMembers, diffObject } from './members.ts';
import { diffRates } from './rates.ts';
import { contract, onOff, url, value } from './scalar.ts';
import { termSet } from './term-set.ts';

/**
 * Compares the payment blocks of 0.3 (specification, section 2.1.3) and 0.2. Their member names do not overlap, so one table
 * serves both formats and a migration between them.
 *
 * @param freeAfter whether the later pricing model is free
 */
export function diffPayment(pair: Pair, freeAfter: boolean): Iterable<ManifestChange> {
  const { before, after } = pair;
  const change = toChangeKind(pair);
  if (change === 'added' && isObject(after)) {
    const required = requiresPayment(after);
    const model = isStated(after.model) ? ` (${formatValue(after.model)})` : '';
    const text = required ? `payment newly required${model}` : `payment terms added${model}`;
    return [createChange(pair, 'payment-added', text, required)];
  }
  if (change === 'removed' && isObject(before)) {
    return [createChange(pair, 'payment-removed', 'payment terms removed', requiresPayment(before) && !freeAfter)];
  }
  if (!isObject(before) || !isObject(after)) return [];
  return diffMembers(pair, {
    model: value('payment model', 'payment-model', ({ after }) => isStated(after) && after !== 'free'),
    currency: contract('currency of payment', 'currency-changed'),
    protocol: value('payment protocol', 'payment-protocol', isBreakingProtocol(isStated(after.onboarding))),
    networks,
    discovery_url: url('discovery URL of payment'),
    rates: list => diffRates(list, before.currency, after.currency),
    onboarding: diffOnboarding,
    usage_endpoint: diffUsageEndpoint,
    settlement,
    budget_controls: budgetControls,
    refund_policy: refundPolicy,
    checkout_url: url('checkout URL'),
    provider: value('payment provider'),
    key_provisioning_url: url('key provisioning URL'),
    accepted_methods: acceptedMethods,
    prepay_required: prepayment,
  });
}

/** Format 0.2 has no payment model. Its block declares where to get keys, and whether they must be prepaid. */
function requiresPayment(block: unknown): boolean {
  const model = getMember(block, 'model');
  return isStated(model) ? model !== 'free' : getMember(block, 'prepay_required') === true;
}

/** A protocol in addition to onboarding is not breaking. Every other change of the protocol is. */
function isBreakingProtocol(onboardingAfter: boolean): (pair: Pair) => boolean {
  return pair => !(toChangeKind(pair) === 'added' && onboardingAfter);
}

const networks = termSet({
  name: 'settlement networks',
  singular: 'settlement network',
  added: 'network-added',
  removed: 'network-removed',
  isRemovalBreaking: true,
});

const settlement = diffObject({
  type: contract('settlement', 'settlement-changed'),
  cycle: value('settlement cycle'),
  provider_name: value('settlement provider'),
  provider_url: url('URL of the settlement provider'),
});

const budgetControls = diffObject({
  supports_spend_cap: control('a spend cap', true),
  supports_per_request_limit: control('a limit per request', true),
  supports_rate_limit: control('a custom rate limit', false),
  supports_alerting: control('alerts', false),
});

/** Removing a control that limits spending is breaking, because agents rely on it to stay within a budget. */
function control(name: string, limitsSpending: boolean): Comparison {
  return onOff(
    { kind: 'budget-control-added', text: `support for ${name} added` },
    { kind: 'budget-control-removed', text: `support for ${name} removed`, breaking: limitsSpending },
  );
}

const refundPolicy = diffObject({
  type: value('refund policy'),
  terms_url: url('URL of the refund terms'),
  window_seconds: value('refund window in seconds'),
});

const acceptedMethods = termSet({
  name: 'accepted payment methods',
  singular: 'payment method',
  added: 'payment-method-added',
  removed: 'payment-method-removed',
});

const prepayment = onOff(
  { kind: 'prepayment-added', text: 'payment in advance newly required', breaking: true },
  { kind: 'prepayment-removed', text: 'payment in advance no longer required' },
);
