import type { Row } from '#contract/row.ts';
import type { Query } from '#query/query.ts';

/** The columns of the table `listings`. All are text, and all but the last two have an index. */
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
  'costs_nothing',
  'text',
  'json',
] as const;

/** The statements that create the tables. The categories of listings are in a separate table. */
export const TABLES = [
  `CREATE TEMP TABLE listings (number integer PRIMARY KEY, ${COLUMNS.map(column => `${column} text`).join(', ')})`,
  'CREATE TEMP TABLE categories (category text, listing integer, PRIMARY KEY (category, listing))',
];

/** The statements that create the indexes after the tables are filled. */
export const INDEXES = COLUMNS.slice(0, -2).map(column => `CREATE INDEX by_${column} ON listings (${column}, id)`);

/** Returns the values of a row in the order of `COLUMNS`. */
export function toColumns(row: Row): (string | null)[] {
  const text = { text: `${row.name} ${row.description}`, json: JSON.stringify(row) };
  return COLUMNS.map(column => {
    if (column === 'text' || column === 'json') return text[column];
    return row[column] === null ? null : String(row[column]);
  });
}

/** The statements of a query: the number of matches, and the rows of the page. */
export interface Statements {
  readonly total: string;
  readonly page: string;
}

/**
 * @param search returns the condition for `q`
 * @param relevance returns the sort key for relevance
 */
export function toStatements(
  { filters, status, q, sort, order, limit, offset }: Query,
  search: (q: string) => string,
  relevance: (q: string) => string,
): Statements {
  const conditions = [
    `status IN (${status.map(quoteLiteral).join()})`,
    ...Object.entries(filters).map(([parameter, value]) => toCondition(parameter, String(value))),
    ...(q === undefined ? [] : [search(q)]),
  ];
  const matching = `FROM listings WHERE ${conditions.join(' AND ')}`;
  const key = sort === 'relevance' ? relevance(q ?? '') : `${sort} ${order}`;
  return {
    total: `SELECT count(*) ${matching}`,
    page: `SELECT json ${matching} ORDER BY ${key}, id LIMIT ${limit} OFFSET ${offset}`,
  };
}

/** Quotes a text as a literal of SQL. */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function toCondition(parameter: string, value: string): string {
  if (parameter === 'free_only') return "costs_nothing = 'true'";
  if (parameter === 'category')
    return `number IN (SELECT listing FROM categories WHERE category = ${quoteLiteral(value)})`;
  return `${parameter} = ${quoteLiteral(value)}`;
}
