import type { Row } from '#contract/row.ts';
import { type Result, success } from '#manifest/result.ts';
import type { Matches } from '#query/engine.ts';
import { type ParameterProblem, readParameters } from '#query/parameters.ts';
import type { Query } from '#query/query.ts';
import { toAppliedQuery } from '#query/query-string.ts';
import { parseRowTexts } from '#query/row-text.ts';
import type { Suggestions } from '#query/text/suggestions.ts';
import { PUBLISHER_TEXT_NOTICE } from '../identity.ts';
import { toSafeJson, truncate } from '../safe-json.ts';
import { anyObject, count, listOf, objectOf, orNull } from './output-schema.ts';
import { rowSchema } from './row-schema.ts';
import { DEFAULT_LIMIT, searchInput } from './search-input.ts';
import { type Arguments, defineTool, READS_REGISTRY } from './tool.ts';

export const searchListings = defineTool<Arguments>({
  name: 'search_listings',
  title: 'Search the listings',
  description:
    'Searches the listed APIs. Returns one page of listings that match all filters, the best matches of q first. Use the id of a result in get_listing or plan_call.',
  input: searchInput,
  output: objectOf(
    {
      query: anyObject(),
      match: {
        enum: ['exact', 'partial', 'near', 'none'],
        description:
          'With q: how well the best result fits. none: no listing serves this. near: typo-corrected or too little of q.',
      },
      total: count('Matches on all pages.'),
      count: count('Matches on this page.'),
      next_offset: orNull(count(), 'Null on the last page.'),
      listings: listOf(rowSchema),
    },
    ['match'],
  ),
  annotations: READS_REGISTRY,
  findErrors(args) {
    const result = parseQuery(args);
    return result.ok ? [] : result.error.map(({ parameter, detail }) => `${parameter}: ${detail}`);
  },
  async run(args, { catalog, suggest }) {
    const parameters = parseQuery(args);
    if (!parameters.ok) throw new Error('search_listings ran with invalid arguments.');
    const query = parameters.value;
    const matches = await (await catalog()).engine.search(query);
    const listings = parseRowTexts(matches.rows);
    const end = query.offset + matches.count;
    const next_offset = end < matches.total && matches.count > 0 ? end : null;
    return success({
      text:
        matches.total === 0
          ? formatNoMatches(query.q === undefined ? undefined : suggest(query.q, matches))
          : formatText(query, matches, listings, next_offset),
      data: {
        query: toAppliedQuery(query),
        ...(matches.match && { match: matches.match }),
        total: matches.total,
        count: matches.count,
        next_offset,
        listings,
      },
    });
  },
});

/** Parses the arguments with the parser of the HTTP API, so that both accept the same and return the same errors. */
function parseQuery(args: Arguments): Result<Query, readonly ParameterProblem[]> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(args)) if (!isEmptyList(value)) search.set(name, toParameterText(value));
  if (!search.has('limit')) search.set('limit', String(DEFAULT_LIMIT));
  return readParameters(search);
}

/** Models send an empty list for an unused filter. */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function toParameterText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toParameterText).join();
  return typeof value === 'object' ? JSON.stringify(value).slice(0, 100) : String(value);
}

function formatText(query: Query, matches: Matches, listings: readonly Row[], nextOffset: number | null): string {
  const { total, match } = matches;
  const matchCount = `${total} ${total === 1 ? 'match' : 'matches'}`;
  if (listings.length === 0) return `${matchCount}, but none at offset ${query.offset}.`;
  const first = query.offset + 1;
  const last = query.offset + listings.length;
  return [
    `${matchCount}; showing ${first === last ? `number ${first}` : `${first} to ${last}`}.`,
    ...(match === 'near'
      ? ['Probably none of these serves the need: they are only similar, or match a corrected spelling.']
      : []),
    PUBLISHER_TEXT_NOTICE,
    ...listings.map(formatRow),
    nextOffset === null ? 'This is the last page.' : `For more results, repeat the search with offset ${nextOffset}.`,
    'Next: get_listing with an id, for the full manifest.',
  ].join('\n');
}

/** Says plainly that no listing serves the need, so that a model does not search on with the same words. */
function formatNoMatches(suggestions: Suggestions | undefined): string {
  if (!suggestions) return 'No matches. Use fewer filters. For the available categories, use list_categories.';
  const { spelling, categories } = suggestions;
  return [
    'No listing serves this.',
    ...(spelling === undefined ? [] : [`Did you mean "${spelling}"?`]),
    ...(categories.length > 0 ? [`Related categories: ${categories.join(', ')}.`] : []),
    'Use other words or fewer filters. For the available categories, use list_categories.',
  ].join(' ');
}

const MAX_DESCRIPTION_LENGTH = 300;

/** Formats the members that help to choose a listing as one line. */
function formatRow(row: Row): string {
  const { id, name, status, primary_category, categories, pricing_model, payment_model, auth_required, badges } = row;
  return toSafeJson({
    id,
    name,
    status,
    verified_at: row.verified_at,
    primary_category,
    categories,
    pricing_model,
    costs_nothing: row.costs_nothing,
    ...(payment_model !== null && { payment_model }),
    auth_required,
    ...(badges.length > 0 && { badges }),
    responding: row.observed.responding,
    ...(row.observed.warnings.length > 0 && { warnings: row.observed.warnings.map(({ message }) => message) }),
    description: truncate(row.description, MAX_DESCRIPTION_LENGTH),
  });
}
