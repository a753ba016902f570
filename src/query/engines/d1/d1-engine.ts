import type { Engine, Matches } from '../../engine.ts';
import type { Query } from '../../query.ts';
import { toSqlCondition } from './conditions.ts';
import { type Database, runQuery, type Sql } from './database.ts';
import { toColumnValue } from './filter-columns.ts';
import {
  type Candidates,
  loadSearchQuery,
  matchSearch,
  type SearchMatching,
  type SearchQuery,
} from './search-query.ts';

/**
 * The engine for registries that outgrow an isolate: queries are answered by a D1 database that `fill-d1` filled. It
 * gives the answers of the plain engine, in one round trip, or in up to nine with `q`. Only a question of many words that
 * very many listings have is ranked by the rarer of them (`effort.ts`).
 */
export function createD1Engine(database: Database): Engine {
  return {
    async search(query): Promise<Matches> {
      const question = query.q === undefined ? undefined : await loadSearchQuery(database, query.q);
      const { ranked, unranked, matched } = await candidatesOf(database, query, question);
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
      const questions = new Map<string | undefined, Promise<SearchQuery>>();
      for (const q of new Set(queries.map(query => query.q)))
        if (q !== undefined) questions.set(q, loadSearchQuery(database, q));
      const candidates = await Promise.all(
        queries.map(async query => candidatesOf(database, query, await questions.get(query.q))),
      );
      const counted = await runQuery(database, ...candidates.map(({ unranked }) => countOf(unranked)));
      return counted.map(([first]) => Number(first?.total ?? 0));
    },
  };
}

type Found = Omit<SearchMatching, 'matched'> & Partial<Pick<SearchMatching, 'matched'>>;

async function candidatesOf(database: Database, query: Query, question: SearchQuery | undefined): Promise<Found> {
  const condition = toSqlCondition(query);
  if (question !== undefined) return matchSearch(database, question, condition);
  const { sql, parameters } = condition;
  const from = (table: string) => ({ before: '', from: `FROM ${table} WHERE ${sql}`, parameters });
  return { ranked: from('(SELECT *, 0 AS relevance FROM listings)'), unranked: from('listings') };
}

function countOf({ before, from, parameters }: Candidates): Sql {
  return { sql: `${before}SELECT count(*) AS total ${from}`, parameters };
}

/** The rows of a page. What is sorted are keys and numbers; rows are fetched for those alone that are on the page. */
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
  /** The query's, unless given. */
  readonly direction?: 'asc' | 'desc';
}

/** What listings are sorted by; ties by id. */
const KEYS: Readonly<Record<Query['sort'], readonly Key[]>> = {
  name: [{ key: 'name' }],
  created_at: [{ key: 'created_at' }],
  verified_at: [{ key: 'verified_at IS NULL', direction: 'asc' }, { key: 'verified_at' }],
  relevance: [{ key: 'relevance' }, { key: `status = '${toColumnValue(['verified'])}'` }],
};
