import type { Row } from '#contract/row.ts';
import type { Matches } from '#query/engine.ts';
import { type ParametersResult, readParameters } from '#query/parameters.ts';
import type { Query } from '#query/query.ts';
import { toAppliedQuery } from '#query/query-string.ts';
import { PUBLISHERS_WORDS } from '../identity.ts';
import { cut, toSafeJson } from '../safe-json.ts';
import { anyObject, count, listOf, objectOf, orNull } from './output-schema.ts';
import { rowSchema } from './row-schema.ts';
import { DEFAULT_LIMIT, searchInput } from './search-input.ts';
import { rowsIn } from './stored-listing.ts';
import { type Arguments, READS_REGISTRY, tool } from './tool.ts';

export const searchListings = tool<Arguments>({
  name: 'search_listings',
  title: 'Search the listings',
  description: `Finds listed APIs by words and filters, a page at a time. Filters combine with AND. Best matches come first when q is given, else the newest. Without arguments it lists everything. Take the id of a result to get_listing or plan_call.`,
  input: searchInput,
  output: objectOf(
    {
      query: anyObject('The query as it was understood.'),
      matched: {
        enum: ['all', 'most'],
        description: 'With q: whether the matches have all of its words, or most of them.',
      },
      total: count('How many match on all pages.'),
      count: count('How many are on this page.'),
      next_offset: orNull(count(), 'The offset of the next page; null on the last.'),
      listings: listOf(rowSchema),
    },
    ['matched'],
  ),
  annotations: READS_REGISTRY,
  faults(given) {
    const result = parametersIn(given);
    return result.ok ? [] : result.problems.map(({ parameter, detail }) => `${parameter}: ${detail}`);
  },
  async run(given, { catalog }) {
    const parameters = parametersIn(given);
    if (!parameters.ok) throw new Error('Arguments were run with that are at fault.');
    const { query } = parameters;
    const matches = await (await catalog()).engine.search(query);
    const listings = rowsIn(matches.rows);
    const after = query.offset + matches.count;
    const next_offset = after < matches.total && matches.count > 0 ? after : null;
    return {
      text: textOf(query, matches, listings, next_offset),
      data: {
        query: toAppliedQuery(query),
        ...(matches.matched && { matched: matches.matched }),
        total: matches.total,
        count: matches.count,
        next_offset,
        listings,
      },
    };
  },
});

/** Reads arguments as the HTTP API reads its query, so that both accept the same and say the same. */
function parametersIn(given: Arguments): ParametersResult {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (!isEmptyList(value)) search.set(name, parameterText(value));
  if (!search.has('limit')) search.set('limit', String(DEFAULT_LIMIT));
  return readParameters(search);
}

/** A model writes a filter that it does not want as a list of nothing. */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function parameterText(value: unknown): string {
  if (Array.isArray(value)) return value.map(parameterText).join();
  return typeof value === 'object' ? JSON.stringify(value).slice(0, 100) : String(value);
}

function textOf(query: Query, matches: Matches, listings: readonly Row[], next: number | null): string {
  const { total, matched } = matches;
  if (total === 0)
    return 'No listing matches. Use fewer words or filters, or other words; list_categories tells what the registry has.';
  const matching = `${total} ${total === 1 ? 'listing matches' : 'listings match'}`;
  if (listings.length === 0) return `${matching}, but none is left at offset ${query.offset}.`;
  const first = query.offset + 1;
  const last = query.offset + listings.length;
  return [
    `${matching}; ${first === last ? `this is number ${first}` : `these are ${first} to ${last}`}.`,
    ...(matched === 'most' ? ['No listing has all of the words; these have most of them.'] : []),
    PUBLISHERS_WORDS,
    ...listings.map(lineOf),
    next === null ? 'There are no more.' : `For more: the same search with offset ${next}.`,
    'Next: get_listing with an id for the whole manifest.',
  ].join('\n');
}

const LONGEST_DESCRIPTION = 300;

/** What a choice between listings depends on, as one line. */
function lineOf(row: Row): string {
  const { id, name, status, primary_category, categories, pricing_model, payment_model, auth_required, badges } = row;
  return toSafeJson({
    id,
    name,
    status,
    verified_at: row.verified_at,
    primary_category,
    categories,
    pricing_model,
    ...(payment_model !== null && { payment_model }),
    auth_required,
    ...(badges.length > 0 && { badges }),
    description: cut(row.description, LONGEST_DESCRIPTION),
  });
}
