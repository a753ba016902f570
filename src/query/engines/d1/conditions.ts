import type { Filters, Query } from '../../query.ts';
import type { Parameter, Sql } from './database.ts';

/** What a listing has to pass beside `q`, as a condition on the table `listings`. */
export function toSqlCondition({ filters, status, updatedSince }: Query): Sql {
  const conditions: Sql[] = [
    { sql: 'status IN (SELECT value FROM json_each(?))', parameters: [JSON.stringify(status)] },
    ...(updatedSince === undefined ? [] : [{ sql: 'changed_at >= ?', parameters: [updatedSince] }]),
    ...filterConditions(filters),
  ];
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

function* filterConditions({ category, badges, free_only, ...equal }: Filters): Generator<Sql> {
  if (category !== undefined) yield { sql: 'instr(categories, ?) > 0', parameters: [` ${category} `] };
  for (const badge of badges ?? []) yield { sql: 'instr(badges, ?) > 0', parameters: [` ${badge} `] };
  if (free_only) yield { sql: `(pricing_model = 'free' OR payment_model = 'free')`, parameters: [] };
  for (const [member, value] of Object.entries(equal)) {
    yield { sql: `${COLUMNS[member as keyof typeof equal]} = ?`, parameters: [stored(value)] };
  }
}

/** The column of each filter that asks for one value. */
const COLUMNS = {
  primary_category: 'primary_category',
  pricing_model: 'pricing_model',
  payment_model: 'payment_model',
  payment_currency: 'payment_currency',
  settlement_type: 'settlement_type',
  supports_spend_cap: 'supports_spend_cap',
  auth_required: 'auth_required',
  maintained_by: 'maintained_by',
  source: 'source',
} as const satisfies Record<keyof Omit<Filters, 'category' | 'badges' | 'free_only'>, string>;

function stored(value: string | boolean): Parameter {
  return typeof value === 'boolean' ? Number(value) : value;
}
