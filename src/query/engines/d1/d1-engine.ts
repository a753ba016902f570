import type { Engine, Matches } from '../../engine.ts';
import type { Query } from '../../query.ts';
import { toRowTexts } from '../../row-text.ts';
import { toSqlCondition } from './conditions.ts';
import { type Database, type Parameter, runQuery, type Sql } from './database.ts';
import { toColumnName, toColumnValue } from './filter-columns.ts';
import { type FoundListings, findBestGrade, findListings, type PreparedSearch, prepareSearch } from './search.ts';

/**
 * Creates the engine for registries that are too large for an isolate: queries run in a D1 database filled by
 * `fill-d1`. It returns the results of the reference engine in one round trip, or with `q`, in up to six. A query with a typo,
 * or for listings like a named one, is prepared again with what the database has, in more round trips. With `q`, it ranks the
 * best 200 candidates only, so that a query with more matches has fewer results than elsewhere.
 */
export function createD1Engine(database: Database): Engine {
  return {
    async search(query): Promise<Matches> {
      const condition = toSqlCondition(query);
      const found =
        query.q === undefined
          ? undefined
          : await findListings(database, await prepareSearch(database, query.q), condition);
      const candidates = toCandidates(condition, found);
      const [counted = [], page = []] = await runQuery(database, countOf(candidates), pageOf(candidates, query));
      return {
        total: Number(counted[0]?.total ?? 0),
        count: page.length,
        changedAt: page.length === 0 ? null : Math.max(...page.map(({ changed_at }) => Number(changed_at))),
        rows: toRowTexts(page.map(({ json }) => String(json))),
        ...(found && { match: findBestGrade(found) }),
        ...(found && found.corrections.size > 0 && { corrections: found.corrections }),
      };
    },
    async totals(queries) {
      const searches = new Map<string, Promise<PreparedSearch>>();
      const candidates = await Promise.all(
        queries.map(async query => {
          const condition = toSqlCondition(query);
          if (query.q === undefined) return toCandidates(condition, undefined);
          const prepared = searches.get(query.q) ?? prepareSearch(database, query.q);
          searches.set(query.q, prepared);
          return toCandidates(condition, await findListings(database, await prepared, condition));
        }),
      );
      const counted = await runQuery(database, ...candidates.map(countOf));
      return counted.map(([first]) => Number(first?.total ?? 0));
    },
  };
}

/** The source of a `SELECT` for the listings that match a query. */
interface Candidates {
  /** The text before `SELECT`. */
  readonly before: string;
  /** The text after the columns: `FROM …`. */
  readonly from: string;
  readonly parameters: readonly Parameter[];
}

function toCandidates({ sql, parameters }: Sql, found: FoundListings | undefined): Candidates {
  if (found === undefined) return { before: '', from: `FROM listings WHERE ${sql}`, parameters };
  return {
    before:
      `WITH found AS (SELECT value ->> 0 AS number, value ->> 1 AS relevance FROM json_each(?)), ` +
      'ranked AS (SELECT listings.*, relevance FROM found JOIN listings USING (number)) ',
    from: `FROM ranked WHERE ${sql}`,
    parameters: [JSON.stringify([...found.relevance]), ...parameters],
  };
}

function countOf({ before, from, parameters }: Candidates): Sql {
  return { sql: `${before}SELECT count(*) AS total ${from}`, parameters };
}

/** Selects the rows of a page. The database sorts keys and numbers, and reads only the rows on the page. */
function pageOf({ before, from, parameters }: Candidates, { sort, order, limit, offset }: Query): Sql {
  const keys = [...KEYS[sort], { key: 'id', direction: 'asc' }];
  const columns = keys.map(({ key }, i) => `${key} AS key_${i}`).join();
  const sorting = keys.map(({ direction = order }, i) => `key_${i} ${direction}`).join();
  return {
    sql:
      `${before}SELECT rows.json, changed_at FROM (SELECT number, changed_at, ${columns} ${from} ORDER BY ${sorting} LIMIT ? OFFSET ?) AS page ` +
      `JOIN rows ON rows.number = page.number ORDER BY ${sorting}`,
    parameters: [...parameters, limit, offset],
  };
}

interface Key {
  readonly key: string;
  /** Overrides the direction of the query. */
  readonly direction?: 'asc' | 'desc';
}

/** The sort keys; ties by id. */
const KEYS: Readonly<Record<Query['sort'], readonly Key[]>> = {
  name: [{ key: 'name' }],
  created_at: [{ key: 'created_at' }],
  verified_at: [{ key: 'verified_at IS NULL', direction: 'asc' }, { key: 'verified_at' }],
  uptime: [{ key: 'uptime IS NULL', direction: 'asc' }, { key: 'uptime' }],
  relevance: [
    { key: 'relevance' },
    {
      key:
        `${toColumnName('status')} = '${toColumnValue(['verified'])}' ` +
        `AND ${toColumnName('responding')} = '${toColumnValue(['true'])}'`,
    },
  ],
};
