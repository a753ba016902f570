import type { Row } from '#contract/row.ts';
import type { Query } from '#query/query.ts';

/** The columns of the table `listings`; each is text, and indexed but for the last two. */
export const COLUMNS = [
  'id',
  'name',
  'created_at',
  'verified_at',
  'status',
  'source',
  'primary_category',
  'pricing_model',
  'payment_model',
  'auth_required',
  'maintained_by',
  'text',
  'json',
] as const;

/** What makes the tables; a listing's categories are in a table of their own. */
export const TABLES = [
  `CREATE TEMP TABLE listings (number integer PRIMARY KEY, ${COLUMNS.map(column => `${column} text`).join(', ')})`,
  'CREATE TEMP TABLE categories (category text, listing integer, PRIMARY KEY (category, listing))',
];

/** What makes the indexes, once the tables are filled. */
export const INDEXES = COLUMNS.slice(0, -2).map(column => `CREATE INDEX by_${column} ON listings (${column}, id)`);

/** The values of a row in the order of `COLUMNS`. */
export function columnsOf(row: Row): (string | null)[] {
  const text = { text: `${row.name} ${row.description}`, json: JSON.stringify(row) };
  return COLUMNS.map(column => {
    if (column === 'text' || column === 'json') return text[column];
    return row[column] === null ? null : String(row[column]);
  });
}

/** What answers a query: how many listings match, and the rows of the page. */
export interface Statements {
  readonly total: string;
  readonly page: string;
}

/**
 * @param search the condition for `q`
 * @param relevance what to sort by when the query asks for relevance
 */
export function statementsOf(
  { filters, status, q, sort, order, limit, offset }: Query,
  search: (q: string) => string,
  relevance: (q: string) => string,
): Statements {
  const conditions = [
    `status IN (${status.map(quoted).join()})`,
    ...Object.entries(filters).map(([parameter, value]) => conditionOf(parameter, String(value))),
    ...(q === undefined ? [] : [search(q)]),
  ];
  const matching = `FROM listings WHERE ${conditions.join(' AND ')}`;
  const key = sort === 'relevance' ? relevance(q ?? '') : `${sort} ${order}`;
  return {
    total: `SELECT count(*) ${matching}`,
    page: `SELECT json ${matching} ORDER BY ${key}, id LIMIT ${limit} OFFSET ${offset}`,
  };
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function conditionOf(parameter: string, value: string): string {
  if (parameter === 'free_only') return `(pricing_model = 'free' OR payment_model = 'free')`;
  if (parameter === 'category') return `number IN (SELECT listing FROM categories WHERE category = ${quoted(value)})`;
  return `${parameter} = ${quoted(value)}`;
}
