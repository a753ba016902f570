import type { Row } from '#contract/row.ts';
import { isFree } from '#listing/price.ts';
import type { Filters } from '../query.ts';

/** What a row can be filtered by, each as `parameter=value`. */
export function getFilterValues(row: Row): Set<string> {
  const { categories, badges } = row;
  const single = SINGLE.flatMap(name => (row[name] === null ? [] : [`${name}=${row[name]}`]));
  return new Set([
    ...single,
    ...categories.map(category => `category=${category}`),
    ...badges.map(badge => `badges=${badge}`),
    ...(isFree(row) ? ['free_only=true'] : []),
  ]);
}

/** What a row has to have to pass some filters. */
export function wantedValues({ badges = [], ...single }: Filters): string[] {
  return [
    ...badges.map(badge => `badges=${badge}`),
    ...Object.entries(single).map(([name, value]) => `${name}=${value}`),
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
