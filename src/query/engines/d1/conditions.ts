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

/** One condition for each value that a listing needs. */
function filterConditions(name: FilterName, value: unknown): Sql[] {
  const wanted = getFilter(name).kind === 'all' ? (value as readonly string[]) : [String(value)];
  return wanted.map(each => ({ sql: `instr(${toColumnName(name)}, ?) > 0`, parameters: [toColumnValue([each])] }));
}
