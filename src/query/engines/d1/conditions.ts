import { type FilterName, getFilter } from '../../filters.ts';
import type { Query } from '../../query.ts';
import type { Sql } from './database.ts';
import { toColumnName, toColumnValue } from './filter-columns.ts';

/** The condition on the table `listings` for all parts of a query but `q`. */
export function toSqlCondition({ filters, status, updatedSince }: Query): Sql {
  const conditions: Sql[] = [
    {
      sql: `${toColumnName('status')} IN (SELECT value FROM json_each(?))`,
      parameters: [JSON.stringify(status.map(each => toColumnValue([each])))],
    },
    ...(updatedSince === undefined ? [] : [{ sql: 'changed_at >= ?', parameters: [updatedSince] }]),
    ...Object.entries(filters).flatMap(([name, value]) => filterConditions(name as FilterName, value)),
  ];
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

/** One condition for each value that a listing needs, or one for a list of alternatives. */
function filterConditions(name: FilterName, value: unknown): Sql[] {
  const wanted = (Array.isArray(value) ? value : [value]).map(each => toColumnValue([String(each)]));
  const column = toColumnName(name);
  if (wanted.length === 1 || getFilter(name).kind === 'all')
    return wanted.map(each => ({ sql: `instr(${column}, ?) > 0`, parameters: [each] }));
  const sql = `EXISTS (SELECT 1 FROM json_each(?) AS wanted WHERE instr(${column}, wanted.value) > 0)`;
  return [{ sql, parameters: [JSON.stringify(wanted)] }];
}
