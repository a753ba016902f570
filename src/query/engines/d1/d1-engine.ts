import type { Engine, Matches } from '../../engine.ts';
import type { Query } from '../../query.ts';
import { toSqlCondition } from './conditions.ts';
import { type Database, runQuery, type Sql } from './database.ts';
import { toColumnName, toColumnValue } from './filter-columns.ts';
import {
  type Candidates,
  loadSearchQuery,
  matchSearch,
  type SearchMatching,
  type SearchQuery,
} from './search-query.ts';

/**
 * Creates the engine for registries that are too large for an isolate: queries run in a D1 database filled by
 * `fill-d1`. It returns the results of the reference engine in one round trip, or in up to nine with `q`. The only
 * exception is a query with many very frequent terms, which is ranked by the rarer ones (`rank-limit.ts`).
 */
export function createD1Engine(database: Database): Engine {
  return {
    async search(query): Promise<Matches> {
      const searchQuery = query.q === undefined ? undefined : await loadSearchQuery(database, query.q);
      const { ranked, unranked, matched } = await findCandidates(database, query, searchQuery);
      const listed = query.sort === 'relevance' ? ranked : unranked;
      const [counted = [], page = []] = await runQuery(database, countOf(unranked), pageOf(listed, query));
      return {
        total: Number(counted[0]?.total ?? 0),
        count: page.length,
        rows: new TextEncoder().encode(page.map(({ json }) => json).join()),
        ...(matched && { matched }),
      };
    },
    async totals(queries) {
      const searchQueries = new Map<string | undefined, Promise<SearchQuery>>();
      for (const q of new Set(queries.map(query => query.q)))
        if (q !== undefined) searchQueries.set(q, loadSearchQuery(database, q));
      const candidates = await Promise.all(
        queries.map(async query => findCandidates(database, query, await searchQueries.get(query.q))),
      );
      const counted = await runQuery(database, ...candidates.map(({ unranked }) => countOf(unranked)));
      return counted.map(([first]) => Number(first?.total ?? 0));
    },
  };
}

type Found = Omit<SearchMatching, 'matched'> & Partial<Pick<SearchMatching, 'matched'>>;

async function findCandidates(database: Database, query: Query, searchQuery: SearchQuery | undefined): Promise<Found> {
  const condition = toSqlCondition(query);
  if (searchQuery !== undefined) return matchSearch(database, searchQuery, condition);
  const { sql, parameters } = condition;
  const from = (table: string) => ({ before: '', from: `FROM ${table} WHERE ${sql}`, parameters });
  return { ranked: from('(SELECT *, 0 AS relevance FROM listings)'), unranked: from('listings') };
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
      `${before}SELECT rows.json FROM (SELECT number, ${columns} ${from} ORDER BY ${sorting} LIMIT ? OFFSET ?) AS page ` +
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
  relevance: [{ key: 'relevance' }, { key: `${toColumnName('status')} = '${toColumnValue(['verified'])}'` }],
};
