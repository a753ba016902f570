import { type Comparison, createChange, getMember, isObject, isStated, type Pair, toChangeKind } from './comparison.ts';
import { formatValue } from './format-value.ts';
import { diffList } from './list.ts';
import { keyOf } from './match-items.ts';
import { diffMembers } from './members.ts';
import { diffParameters } from './parameters.ts';
import { diffPrice, type Price, priceText } from './price.ts';
import { contract, text } from './scalar.ts';

/** Endpoints, matched by method and path whatever their order (specification, section 2.1.1). */
export const diffEndpoints: Comparison = pair =>
  diffList(pair, {
    name: 'endpoints',
    keys: [
      endpoint => keyOf(getMember(endpoint, 'method'), getMember(endpoint, 'path'), getMember(endpoint, 'description')),
      endpoint => keyOf(getMember(endpoint, 'method'), getMember(endpoint, 'path')),
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

/** An estimate: stating one, or no longer, breaks nobody; the payment contract says what is charged. */
const costHint: Comparison = pair => {
  if (!isObject(pair.before) || !isObject(pair.after)) return statedCostHint(pair);
  const [was, is] = [estimate(pair.before), estimate(pair.after)];
  return diffMembers(pair, {
    unit: contract('unit of the estimated price', 'price-unit-changed'),
    estimated_price: amount => diffPrice(amount, 'estimated price', was, is),
    currency: contract('currency of the estimated price', 'currency-changed'),
    notes: text('notes on the estimated price'),
  });
};

function statedCostHint(pair: Pair) {
  const turn = toChangeKind(pair);
  const hint = turn === 'removed' ? pair.before : pair.after;
  if (turn === 'changed' || !isStated(hint)) return [];
  const price = estimate(hint);
  return [
    createChange(
      pair,
      `cost-hint-${turn}`,
      `estimated price${pair.of} ${turn} (${priceText(price)} per ${formatValue(price.unit)})`,
    ),
  ];
}

function estimate(hint: unknown): Price {
  return {
    amount: getMember(hint, 'estimated_price'),
    currency: getMember(hint, 'currency'),
    unit: getMember(hint, 'unit'),
  };
}
