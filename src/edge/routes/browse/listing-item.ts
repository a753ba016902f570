import type { Row } from '#contract/row.ts';
import { getInitials, getTileColor } from '#listing/display/monogram.ts';
import { formatKeyTag, formatPriceTag, formatUptime, getLiveState } from '#listing/display/row-facts.ts';
import { beginning, toSingleLine } from '#listing/display/single-line.ts';
import { listingPage } from '#listing/row.ts';
import { title } from '#manifest/taxonomy.ts';

/** Renders a listing like the pages of the build and `src/site/browser/browse/listing-item.ts` do. */
export function renderListingItem(row: Row): string {
  const { id, status, observed } = row;
  const name = toSingleLine(row.name);
  const live = getLiveState(row);
  const pill = (look: string, text: string) =>
    `<li><span class="status pill status-${look}">${escapeHtml(text)}</span></li>`;
  const tags = [
    status === 'unverified' && live ? '' : pill(status, title('statuses', status)),
    live ? pill(live.look, live.text) : '',
    `<li class="tag">${formatKeyTag(row)}</li><li class="tag">${formatPriceTag(row)}</li>`,
  ];
  const uptime = observed.uptime_90d === null ? '' : `<p><b>${formatUptime(observed.uptime_90d)}</b> of checks</p>`;
  return [
    `<li><span class="tile tile-44 tile-${getTileColor(id)}" aria-hidden="true">${escapeHtml(getInitials(name))}</span>`,
    `<div><h2 class="listing-name"><a href="${listingPage(id)}" dir="auto">${escapeHtml(name)}</a></h2>`,
    `<p class="listing-id host">${escapeHtml(id)}</p>`,
    `<p class="clamp" dir="auto">${escapeHtml(beginning(row.description, 220))}</p>`,
    `<ul class="tags">${tags.join('')}</ul></div>`,
    `<div class="row-side">${uptime}<label class="scripted"><input type="checkbox" data-compare="${escapeHtml(id)}" aria-label="${escapeHtml(`Compare ${name}`)}"> Compare</label></div></li>`,
  ].join('');
}

/** Escapes publisher text for HTML, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
