import { list } from './list.ts';
import { keyOf } from './matching.ts';
import { members } from './members.ts';
import { type Comparison, difference, isObject, isStated, member, type Pair, turnOf } from './pair.ts';
import { parameters } from './parameters.ts';
import { type Price, priceDifferences, priceText } from './price.ts';
import { contract, text } from './scalar.ts';
import { shown } from './shown.ts';

/** Endpoints, matched by method and path whatever their order (specification, section 2.1.1). */
export const endpoints: Comparison = pair =>
  list(pair, {
    name: 'endpoints',
    keys: [
      endpoint => keyOf(member(endpoint, 'method'), member(endpoint, 'path'), member(endpoint, 'description')),
      endpoint => keyOf(member(endpoint, 'method'), member(endpoint, 'path')),
    ],
    added: item => difference(item, 'endpoint-added', `endpoint ${name(item.after)} added`),
    removed: item => difference(item, 'endpoint-removed', `endpoint ${name(item.before)} removed`, true),
    changed: item =>
      members(
        { ...item, of: ` of ${name(item.after)}` },
        {
          description: text('description'),
          parameters,
          response_description: text('response description'),
          cost_hint: costHint,
        },
      ),
  });

function name(endpoint: unknown): string {
  return `${shown(member(endpoint, 'method'))} ${shown(member(endpoint, 'path'))}`;
}

/** An estimate: stating one, or no longer, breaks nobody; the payment contract says what is charged. */
const costHint: Comparison = pair => {
  if (!isObject(pair.before) || !isObject(pair.after)) return statedCostHint(pair);
  const [was, is] = [estimate(pair.before), estimate(pair.after)];
  return members(pair, {
    unit: contract('unit of the estimated price', 'price-unit-changed'),
    estimated_price: amount => priceDifferences(amount, 'estimated price', was, is),
    currency: contract('currency of the estimated price', 'currency-changed'),
    notes: text('notes on the estimated price'),
  });
};

function statedCostHint(pair: Pair) {
  const turn = turnOf(pair);
  const hint = turn === 'removed' ? pair.before : pair.after;
  if (turn === 'changed' || !isStated(hint)) return [];
  const price = estimate(hint);
  return [
    difference(
      pair,
      `cost-hint-${turn}`,
      `estimated price${pair.of} ${turn} (${priceText(price)} per ${shown(price.unit)})`,
    ),
  ];
}

function estimate(hint: unknown): Price {
  return { amount: member(hint, 'estimated_price'), currency: member(hint, 'currency'), unit: member(hint, 'unit') };
}
