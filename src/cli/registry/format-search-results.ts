import type { ListListingsResponse, Row } from '#client/client.ts';
import { describePrice } from '#listing/price.ts';
import { createColors } from '../terminal/colors.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';

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
  if (total === 0) return 'No matches. Try fewer words or filters.\n';
  const rows = listings.map(row => formatRow(row, hasColors, columns));
  const more =
    meta.links.next === null ? '' : ` For more, use --offset ${Number(meta.query.offset) + count} or --limit.`;
  return `${[...rows, `${count} of ${total} ${total === 1 ? 'match' : 'matches'}.${more}`].join('\n')}\n`;
}

function formatRow(row: Row, hasColors: boolean, columns = Number.POSITIVE_INFINITY): string {
  const style = createColors(hasColors);
  const { id, name, status, description, primary_category, categories, auth_required, badges, observed } = row;
  const width = Math.max(columns, MIN_WIDTH) - INDENT.length;
  const facts = [
    primary_category,
    categories.join(', '),
    describePrice(row),
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
