import { BROWSE_LIMIT, VIEW_PARAMETERS } from '#contract/browse.ts';
import type { FacetCounts } from '#contract/facets.ts';
import { listPageLinks, withOffset } from '#listing/display/page-links.ts';
import { facetCounts } from '#query/engines/facet-counts.ts';
import { rowsOf } from '../../agents/markdown/rows.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { type BrowseQuery, parseBrowseQuery } from './browse-query.ts';
import { escapeHtml, renderListingItem } from './listing-item.ts';

/** The path of the page whose form a server handles, so that filters work without JavaScript. */
export const BROWSE_PATH = '/browse/';

/**
 * Renders the results of a query into the built browse page, and shows its form, which static hosts hide without
 * JavaScript. The scripts of the page work as on the built page.
 *
 * @param page the HTML of the build (`src/site/pages/browse.astro`)
 */
export async function renderBrowsePage(page: string, given: URLSearchParams, catalog: Catalog): Promise<string> {
  const served = page
    .replace(/<noscript data-unserved[^>]*>[\s\S]*?<\/noscript>/, '')
    .replace(/<form class="browse"/, '$& data-served');
  if (given.size === 0) return served;
  const browse = parseBrowseQuery(given);
  const [{ rows, total }, { facets }] = await Promise.all([
    rowsOf(catalog, browse.query),
    facetCounts(catalog.engine, browse.query, catalog.summary.currencies),
  ]);
  const counted = total === 1 ? '1 API' : `${total.toLocaleString('en')} APIs`;
  const parts: readonly Part[] = [
    [
      /(<ol class="listings" data-browse-list)[^>]*>[\s\S]*?(?=<\/ol>)/,
      ` data-shown>${rows.map(renderListingItem).join('')}`,
    ],
    [/(<p [^>]*data-browse-status[^>]*>)[^<]*/, counted],
    [/(<ul [^>]*data-browse-chosen[^>]*>)/, renderChosen(browse, served)],
    [/(<nav [^>]*data-browse-pages[^>]*>)[\s\S]*?(?=<\/nav>)/, renderPages(browse, total)],
    [/(<div [^>]*data-browse-empty)[^>]*>/, total > 0 ? ' hidden>' : `>${EMPTY}`],
    [
      /(<p [^>]*data-browse-note)[^>]*>/,
      browse.notes.length === 0 ? ' hidden>' : `>${escapeHtml(browse.notes.join(' '))}`,
    ],
  ];
  const filled = parts.reduce((html, [pattern, text]) => html.replace(pattern, (_, head) => head + text), served);
  return fillForm(filled, browse.search, facets).replace(/<details class="request"[\s\S]*?<\/details>/, request =>
    request.replaceAll(BUILT_REQUEST, escapeHtml(browse.request)),
  );
}

/** The request that the built page shows to copy. */
const BUILT_REQUEST = `/listings?limit=${BROWSE_LIMIT}`;

/** A part of the page: its beginning as the first group, and the text that replaces the rest of the match. */
type Part = readonly [pattern: RegExp, text: string];

const EMPTY = '<h2>No API matches</h2><p>Remove a filter, try other words, or <a href="/browse/">see all APIs</a>.</p>';

/** A box or a radio button of a filter, with its label and count, as the build writes it. */
const OPTION =
  /(<label)( hidden)?>\s*(<input type="(?:radio|checkbox)" name="([a-z_]+)" value="([^"]*)")[^>]*>(\s*<span>[^<]*<\/span>)(\s*<span class="count">)?[^<]*/g;

/** Selects the values of a query in the form, and shows the count of each value. Hides values without results. */
function fillForm(page: string, search: URLSearchParams, counts: FacetCounts['facets']): string {
  const chosen = (name: string) => search.getAll(name).flatMap(value => value.split(','));
  const order = search.get('order');
  const sort = order === null ? search.get('sort') : `${search.get('sort')}.${order}`;
  const setValue = (html: string, field: string, value: string | null) =>
    value === null
      ? html
      : html.replace(new RegExp(`<input [^>]*name="${field}"`), tag => `${tag} value="${escapeHtml(value)}"`);
  const setOption = (html: string, value: string | null) =>
    value === null ? html : html.replace(`<option value="${escapeHtml(value)}"`, tag => `${tag} selected`);
  const withOptions = page.replace(OPTION, (_, label, _hidden, input, name, value, text, counter) => {
    const values = chosen(name);
    const isChosen = value === '' ? values.length === 0 : values.includes(value);
    const count = counts[name]?.[value] ?? 0;
    const hidden = counter !== undefined && count === 0 && !isChosen ? ' hidden' : '';
    return `${label}${hidden}>${input}${isChosen ? ' checked' : ''}>${text}${counter ? counter + count.toLocaleString('en') : ''}`;
  });
  const withFacets = withOptions.replace(
    /(<fieldset class="facet"[^>]*?)( hidden)?>([\s\S]*?)(?=<\/fieldset>)/g,
    setFacet,
  );
  const withFields = setValue(
    setValue(withFacets, 'q', search.get('q')),
    'updated_since',
    search.get('updated_since')?.slice(0, 10) ?? null,
  );
  return setOption(setOption(withFields, sort), search.get('limit'));
}

/** Hides a filter without results, counts its further values, and opens them if one of them is selected. */
function setFacet(_: string, start: string, _hidden: string | undefined, content: string): string {
  const isEmpty = content.includes('class="count"') && !/<label>\s*<input [^>]*value="[^"]/.test(content);
  const [first = '', further] = content.split('<details>');
  return `${start}${isEmpty ? ' hidden' : ''}>${first}${further === undefined ? '' : renderFurther(further)}`;
}

/** Renders the values of a long filter that are not visible at first. */
function renderFurther(content: string): string {
  const count = content.split('<label>').length - 1;
  const state = count === 0 ? ' hidden' : content.includes(' checked>') ? ' open' : '';
  return `<details${state}>${content.replace(/(?<=data-rest[^>]*>)[^<]*/, `Show ${count} more`)}`;
}

/** Renders a link for each value that filters, to the page without it. */
function renderChosen({ search }: BrowseQuery, page: string): string {
  return [...search]
    .filter(([name]) => !VIEW_PARAMETERS.has(name))
    .flatMap(([name, text]) => splitValues(name, text).map(value => ({ name, value })))
    .map(({ name, value }) => {
      const label = escapeHtml(labelOf(page, name, value));
      const href = toPath(withoutValue(search, name, value));
      return `<li><a class="button" href="${href}" dir="auto" aria-label="Remove ${label}">${label} ×</a></li>`;
    })
    .join('');
}

/** Returns the query of the first page without one value of a parameter. */
function withoutValue(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const rest = new URLSearchParams();
  for (const [other, text] of search) {
    if (other === 'offset') continue;
    const kept = other === name ? splitValues(name, text).filter(each => each !== value) : [text];
    for (const each of kept) rest.append(other, each);
  }
  return rest;
}

/** Returns the values of a filter. The search text is one value. */
function splitValues(name: string, text: string): readonly string[] {
  return name === 'q' ? [text] : text.split(',');
}

function labelOf(page: string, name: string, value: string): string {
  if (name === 'q') return value;
  if (name === 'updated_since') return `since ${value.slice(0, 10)}`;
  const at = page.indexOf(`name="${name}" value="${escapeHtml(value)}"`);
  const [, label] = /<span>([^<]*)<\/span>/.exec(at === -1 ? '' : page.slice(at, at + 300)) ?? [];
  return label ?? value;
}

/** Renders links to the previous and the next page. */
function renderPages({ query: { limit, offset }, search }: BrowseQuery, total: number): string {
  return listPageLinks({ total, limit, offset })
    .map(link => {
      if (link.offset === undefined)
        return `<span${link.look === '' ? '' : ` class="${link.look}"`}>${link.text}</span>`;
      return `<a href="${toPath(withOffset(search, link.offset))}" rel="${link.rel}">${link.text}</a>`;
    })
    .join(' ');
}

function toPath(search: URLSearchParams): string {
  return escapeHtml(search.size > 0 ? `${BROWSE_PATH}?${search}` : BROWSE_PATH);
}
