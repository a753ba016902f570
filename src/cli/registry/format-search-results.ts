import type { ListListingsResponse, Row } from '#client/client.ts';
import { colors } from '../terminal/colors.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';

/** Listings that were found, three lines each. */
export function foundText({ meta, data }: ListListingsResponse, colours: boolean): string {
  const { listings, total, count } = data;
  if (total === 0) return 'Nothing matches. Fewer words or filters find more.\n';
  const rows = listings.map(row => rowText(row, colours));
  const more =
    meta.links.next === null ? '' : ` --offset ${nextOffset(meta.links.next)} goes on, --limit shows more at once.`;
  return `${[...rows, `${count} of ${total} ${total === 1 ? 'match' : 'matches'}.${more}`].join('\n')}\n`;
}

function rowText(row: Row, colours: boolean): string {
  const style = colors(colours);
  const { id, name, status, description, primary_category, categories, pricing_model, auth_required, badges } = row;
  const facts = [
    primary_category,
    categories.join(', '),
    pricing_model === 'unknown' ? 'price not stated' : pricing_model,
    auth_required ? 'needs credentials' : 'no credentials',
    ...badges,
  ].map(fact => sanitizeLine(fact));
  return [
    `${style('bold', sanitizeLine(id))}  ${sanitizeLine(name)}  ${style(status === 'verified' ? 'green' : 'dim', status)}`,
    `  ${sanitizeLine(description, 160)}`,
    `  ${style('dim', facts.join(' · '))}`,
    '',
  ].join('\n');
}

function nextOffset(next: string): string {
  return sanitizeLine(URL.parse(next)?.searchParams.get('offset') ?? '');
}
