import type { Row } from '#contract/row.ts';
import type { BitSet } from '../index/arrays/bit-set.ts';
import { planLiteral, planQuery, planText, type QueryPlan, toTokens } from './query-plan.ts';
import type { RankedListings, Ranker } from './ranking/ranker.ts';
import { EXACT } from './ranking/relevance.ts';
import { nameWords } from './terms.ts';

/** How many of the best matches of a name are compared with it. */
const MAX_COMPARED = 20;

/** How much of a description is a need, in UTF-16 code units. */
const MAX_NEED_LENGTH = 300;

/**
 * Ranks listings for a search text. If it asks for listings like a named one, ranks by what that one does (`planSimilar`),
 * unless a listing contains the text (`isQuoted`).
 * @param passing returns only listings of this set; undefined for all
 */
export function rankText(
  ranker: Ranker,
  q: string,
  readRow: (listing: number) => Row,
  passing?: BitSet,
): RankedListings {
  const plan = planQuery(q);
  const { similarTo } = plan;
  if (similarTo === undefined || isQuoted(plan, ranker.rank(planLiteral(plan)), readRow))
    return ranker.rank(plan, passing);
  return ranker.rank(planSimilar(plan, ranker.rank(planQuery(similarTo.join(' '))), readRow), passing);
}

/**
 * Whether the name or the description of a listing contains the text of a query, as `The Stripe alternative for shops` does.
 * That listing must be found.
 * @param ranked the listings for `planLiteral`
 * @param readRow returns the row of a listing
 */
export function isQuoted(
  { words: wanted }: QueryPlan,
  ranked: RankedListings,
  readRow: (listing: number) => Row,
): boolean {
  const listings = ranked.listings.filter((_, at) => ranked.grades[at] === EXACT);
  // That many listings have the words only if they name nothing.
  if (listings.length > MAX_READ) return true;
  return Array.from(listings, readRow).some(({ name, description }) =>
    [name, description].some(text => ` ${toTokens(text).join(' ')} `.includes(` ${wanted.join(' ')} `)),
  );
}

/** How many rows with all words of a query are read. */
const MAX_READ = 100;

/**
 * Plans a query for listings like the one that it names, such as `alternative to stripe`: the first sentence of that
 * listing's description is the need, and its name is excluded.
 * @param ranked the matches of the name
 * @param readRow returns the row of a match
 */
export function planSimilar(plan: QueryPlan, ranked: RankedListings, readRow: (listing: number) => Row): QueryPlan {
  const { similarTo = [] } = plan;
  const name = similarTo.map(word => ranked.corrections.get(word) ?? word);
  // Mostly the first one has the name, so the rows are read one at a time.
  const row = listBest(ranked)
    .values()
    .map(readRow)
    .find(each => hasName(each, name));
  if (row === undefined) return planSynonyms(plan, name);
  const need = /^.*?(?:\.(?=\s)|$)/su.exec(row.description.slice(0, MAX_NEED_LENGTH))?.[0] ?? '';
  return {
    ...planText(need),
    words: plan.words,
    excluded: [name, nameWords(row.name)],
    // The words of the description have no typos.
    corrections: new Map(),
    isSimilar: true,
  };
}

/** Returns the best matches, ties by id, which is the order of the listings. */
function listBest({ listings, relevance }: RankedListings): readonly number[] {
  return Array.from(listings, (listing, at) => ({ listing, relevance: relevance[at] ?? 0 }))
    .sort((a, b) => b.relevance - a.relevance || a.listing - b.listing)
    .slice(0, MAX_COMPARED)
    .map(({ listing }) => listing);
}

/** Whether a listing has a name, with or without its spaces, as a part of its own name or of its host. */
function hasName({ id, name }: Row, wanted: readonly string[]): boolean {
  const joined = wanted.join('');
  if (id.split(/[._-]/).includes(joined)) return true;
  const own = nameWords(name);
  return own.some((_, start) => own.some((__, end) => end >= start && own.slice(start, end + 1).join('') === joined));
}

/**
 * Plans a query for what means the same as a thing that no listing is named after, such as `sms alternative`. Finds nothing
 * if the vocabulary has no other words for it, as for an unknown name.
 */
function planSynonyms(plan: QueryPlan, name: readonly string[]): QueryPlan {
  const { concepts } = planText(name.join(' '));
  const others = concepts.filter(({ alternatives }) => alternatives.length > 0);
  return {
    ...plan,
    concepts: others.map(concept => ({
      ...concept,
      key: `${concept.key}-`,
      words: [],
      phrase: undefined,
      isOpen: false,
    })),
    excluded: [name],
    corrections: new Map(),
  };
}
