import { getMember, isObject } from '../json-object.ts';
import { type Comparison, createChange, isStated, type Pair, toChangeKind } from './comparison.ts';
import { formatValue } from './format-value.ts';
import { diffList } from './list.ts';
import { createKey } from './match-items.ts';
import { diffMembers } from './members.ts';
import { diffParameters } from './parameters.ts';
import { diffPrice, formatPrice, type Price } from './price.ts';
import { contract, text } from './scalar.ts';

/** Compares endpoints, matched by method and path in any order (specification, section 2.1.1). */
export const diffEndpoints: Comparison = pair =>
  diffList(pair, {
    name: 'endpoints',
    keys: [
      endpoint =>
        createKey(getMember(endpoint, 'method'), getMember(endpoint, 'path'), getMember(endpoint, 'description')),
      endpoint => createKey(getMember(endpoint, 'method'), getMember(endpoint, 'path')),
    ],
    added: item => createChange(item, 'endpoint-added', `endpoint ${name(item.after)} added`),
    removed: item => createChange(item, 'endpoint-removed', `endpoint ${name(item.before)} removed`, true),
    changed: item =>
      diffMembers(
        { ...item, of: ` of ${name(item.after)}` },
        {
          description: text('description'),
          parameters: diffParameters,
          response_description: text('response description'),
          cost_hint: costHint,
        },
      ),
  });

function name(endpoint: unknown): string {
  return `${formatValue(getMember(endpoint, 'method'))} ${formatValue(getMember(endpoint, 'path'))}`;
}

/** Adding or removing an estimate is not breaking, because the payment terms define the actual price. */
const costHint: Comparison = pair => {
  if (!isObject(pair.before) || !isObject(pair.after)) return diffPresence(pair);
  const [before, after] = [getEstimate(pair.before), getEstimate(pair.after)];
  return diffMembers(pair, {
    unit: contract('unit of the estimated price', 'price-unit-changed'),
    estimated_price: amount => diffPrice(amount, 'estimated price', before, after),
    currency: contract('currency of the estimated price', 'currency-changed'),
    notes: text('notes on the estimated price'),
  });
};

function diffPresence(pair: Pair) {
  const change = toChangeKind(pair);
  const hint = change === 'removed' ? pair.before : pair.after;
  if (change === 'changed' || !isStated(hint)) return [];
  const price = getEstimate(hint);
  return [
    createChange(
      pair,
      `cost-hint-${change}`,
      `estimated price${pair.of} ${change} (${formatPrice(price)} per ${formatValue(price.unit)})`,
    ),
  ];
}

function getEstimate(hint: unknown): Price {
  return {
    amount: getMember(hint, 'estimated_price'),
    currency: getMember(hint, 'currency'),
    unit: getMember(hint, 'unit'),
  };
}
