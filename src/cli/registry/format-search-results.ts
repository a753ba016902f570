import type { ListListingsResponse, Row } from '#client/client.ts';
import { describePrice } from '#listing/price.ts';
import { createColors } from '../terminal/colors.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';

/** Formats search results as three lines per listing. */
export function formatSearchResults({ meta, data }: ListListingsResponse, hasColors: boolean): string {
  const { listings, total, count } = data;
  if (total === 0) return 'No matches. Try fewer words or filters.\n';
  const rows = listings.map(row => formatRow(row, hasColors));
  const more =
    meta.links.next === null ? '' : ` For more, use --offset ${Number(meta.query.offset) + count} or --limit.`;
  return `${[...rows, `${count} of ${total} ${total === 1 ? 'match' : 'matches'}.${more}`].join('\n')}\n`;
}

function formatRow(row: Row, hasColors: boolean): string {
  const style = createColors(hasColors);
  const { id, name, status, description, primary_category, categories, auth_required, badges, observed } = row;
  const facts = [
    primary_category,
    categories.join(', '),
    describePrice(row),
    auth_required ? 'needs credentials' : 'no credentials',
    ...badges,
  ].map(fact => sanitizeLine(fact));
  return [
    `${style('bold', sanitizeLine(id))}  ${sanitizeLine(name)}  ${style(status === 'verified' ? 'green' : 'dim', status)}`,
    `  ${sanitizeLine(description, 160)}`,
    `  ${style('dim', facts.join(' · '))}`,
    ...observed.warnings.map(({ message }) => `  ${style('yellow', sanitizeLine(`Warning: ${message}`))}`),
    '',
  ].join('\n');
}
