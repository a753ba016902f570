import type { BodyTypes } from '#client/body-types.ts';
import type { ListListingsResponse, Row } from '#client/client.ts';
import { describePrice } from '#listing/price.ts';
import { isTerm } from '#manifest/taxonomy.ts';
import { createColors } from '../terminal/colors.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';

/** The members of search results that have a text. */
export const SEARCH_TYPES: BodyTypes = {
  'data.total': 'number',
  'data.count': 'number',
  'meta.query.offset': 'number',
  'meta.suggestions?.categories[].category': 'string',
  'data.listings[].id': 'string',
  'data.listings[].name': 'string',
  'data.listings[].status': 'string',
  'data.listings[].description': 'string',
  'data.listings[].primary_category': 'string',
  'data.listings[].categories[]': 'string',
  'data.listings[].pricing_model': 'string',
  'data.listings[].costs_nothing': 'boolean',
  'data.listings[].auth_required': 'boolean',
  'data.listings[].badges[]': 'string',
  'data.listings[].observed.warnings[].message': 'string',
};

/**
 * Formats search results as three lines per listing.
 *
 * @param columns the width of the terminal; undefined if the output is not a terminal
 */
export function formatSearchResults(
  { meta, data }: ListListingsResponse,
  hasColors: boolean,
  columns?: number,
): string {
  const { listings, total, count } = data;
  if (total === 0) return `No matches.${formatSuggestions(meta)} Try other words or fewer filters.\n`;
  const matches = `${total} ${total === 1 ? 'match' : 'matches'}`;
  const offset = Number(meta.query.offset);
  if (count === 0)
    return `No results at offset ${offset}, because the search has ${matches}. Use a smaller --offset.\n`;
  const rows = listings.map(row => formatRow(row, hasColors, columns));
  const more = meta.links.next === null ? '' : ` For more, use --offset ${offset + count} or --limit.`;
  const weak =
    meta.match === 'near'
      ? [`Probably none of these is what you need: they are only similar.${formatSuggestions(meta)}`]
      : [];
  return `${[...rows, `${count} of ${matches}.${more}`, ...weak].join('\n')}\n`;
}

/** Formats what the registry suggests for a search without good matches, each sentence after a space. */
function formatSuggestions({ suggestions }: ListListingsResponse['meta']): string {
  const spelling = suggestions?.spelling?.q;
  const categories = suggestions?.categories.map(({ category }) => sanitizeLine(category)) ?? [];
  return [
    ...(spelling === undefined ? [] : [` Did you mean "${sanitizeLine(spelling)}"?`]),
    ...(categories.length > 0 ? [` Related: --category ${categories.join()}.`] : []),
  ].join('');
}

function formatRow(row: Row, hasColors: boolean, columns = Number.POSITIVE_INFINITY): string {
  const style = createColors(hasColors);
  const { id, name, status, description, primary_category, categories, auth_required, badges, observed } = row;
  const width = Math.max(columns, MIN_WIDTH) - INDENT.length;
  const facts = [
    primary_category,
    categories.join(', '),
    // A registry of another version can have other models.
    isTerm('pricing_models', row.pricing_model) ? describePrice(row) : row.pricing_model,
    auth_required ? 'needs credentials' : 'no credentials',
    ...badges,
  ];
  const nameWidth = Math.max(MIN_NAME, columns - id.length - status.length - 4);
  return [
    `${style('bold', sanitizeLine(id))}  ${sanitizeLine(name, nameWidth)}  ${style(status === 'verified' ? 'green' : 'dim', status)}`,
    INDENT + sanitizeLine(description, Math.min(MAX_DESCRIPTION, width)),
    INDENT + style('dim', sanitizeLine(facts.join(' · '), width)),
    ...observed.warnings.map(({ message }) => INDENT + style('yellow', sanitizeLine(`Warning: ${message}`))),
    '',
  ].join('\n');
}

const INDENT = '  ';

/** Columns. Narrower terminals wrap the lines. */
const MIN_WIDTH = 30;
const MIN_NAME = 10;
const MAX_DESCRIPTION = 160;
