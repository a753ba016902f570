import type { Row } from '#listing/row.ts';
import type { Query } from './query.ts';

/** What a row can be filtered by, each as `parameter=value`. */
export function filterValuesOf(row: Row): Set<string> {
  const { categories, badges, pricing_model, payment_model } = row;
  const single = SINGLE.flatMap(name => (row[name] === null ? [] : [`${name}=${row[name]}`]));
  const free = pricing_model === 'free' || payment_model === 'free';
  return new Set([
    ...single,
    ...categories.map(category => `category=${category}`),
    ...badges.map(badge => `badges=${badge}`),
    ...(free ? ['free_only=true'] : []),
  ]);
}

/** What a row has to have to pass the filters of a query: of each group, at least one. */
export function filterGroupsOf({ filters, status }: Query): string[][] {
  const { badges = [], ...single } = filters;
  return [
    status.map(each => `status=${each}`),
    ...badges.map(badge => [`badges=${badge}`]),
    ...Object.entries(single).map(([name, value]) => [`${name}=${value}`]),
  ];
}

/** The parameters whose value is the row's member of the same name. */
const SINGLE = [
  'primary_category',
  'pricing_model',
  'payment_model',
  'payment_currency',
  'settlement_type',
  'supports_spend_cap',
  'auth_required',
  'maintained_by',
  'source',
  'status',
] as const;
