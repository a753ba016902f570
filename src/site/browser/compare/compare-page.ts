/** The comparison of up to four listings. Their ids are in the URL, so a comparison can be shared. */
import type { DayResult, Detail } from '#contract/detail.ts';
import { toSingleLine } from '#listing/display/single-line.ts';
import { listingPage } from '#listing/row.ts';
import type { Endpoint } from '#manifest/manifest.ts';
import { printable } from '#manifest/text/excerpt.ts';
import { copy } from '../copy-buttons.ts';
import { element } from '../element.ts';
import { fetchListing } from '../fetch-json.ts';
import { createMethodChip } from '../method-chip.ts';
import { showInTitle } from '../page-title.ts';
import { createTile } from '../tile.ts';
import { type ComparedCell, compareListings, formatComparison, hasDifferences } from './facts.ts';
import { getComparisonUrl, MAX_COMPARED, readSelection, writeSelection } from './selection.ts';

const frame = document.querySelector<HTMLElement>('[data-compare-page]');
if (frame) void begin(frame);

async function begin(frame: HTMLElement): Promise<void> {
  const part = (name: string) => document.querySelector<HTMLElement>(`[data-compare-${name}]`);
  const [title, status, tools, help, add] = ['title', 'status', 'tools', 'help', 'add'].map(part);
  const differences = part('differences') as HTMLInputElement | null;
  const given = new URLSearchParams(location.search).get('ids');
  const ids = given === null ? readSelection().map(({ id }) => id) : given.split(',').filter(Boolean);
  const shown = [...new Set(ids)].slice(0, MAX_COMPARED);
  if (shown.length === 0) return;
  if (help) help.hidden = true;
  if (given === null) history.replaceState(null, '', getComparisonUrl(shown));
  if (status) status.textContent = 'Loading.';
  frame.setAttribute('aria-busy', 'true');
  const results = await Promise.all(shown.map(id => load(frame.dataset.comparePage ?? '', id)));
  frame.setAttribute('aria-busy', 'false');
  const listings = results.flatMap(result => (typeof result === 'string' ? [] : [result]));
  const messages = results.filter(result => typeof result === 'string');
  if (ids.length > MAX_COMPARED) messages.push(`A comparison has at most ${MAX_COMPARED} APIs.`);
  const selection = listings.map(({ id, name }) => ({ id, name: toSingleLine(name) }));
  // If the registry is unreachable, the selection stays.
  if (listings.length > 0) writeSelection(selection);
  showInTitle(selection.map(({ name }) => name).join(', '));
  if (help) help.hidden = listings.length > 0;
  if (listings.length === 1) messages.push('Add a second API to compare it with.');
  if (status) status.textContent = messages.join(' ');
  if (listings.length === 0) return;
  if (title) title.textContent = listings.length === 1 ? 'Compare 1 API' : `Compare ${listings.length} APIs`;
  if (tools) tools.hidden = false;
  if (add) add.hidden = listings.length >= MAX_COMPARED;
  if (differences) differences.disabled = listings.length === 1;

  frame.tabIndex = 0;
  const show = () => {
    const facts = compareListings(listings).filter(fact => !differences?.checked || hasDifferences(fact));
    const body = facts.map(({ name, cells }) =>
      element('tr', {}, element('th', { scope: 'row' }, element('span', {}, name)), ...cells.map(createCell)),
    );
    frame.replaceChildren(
      element(
        'table',
        { className: 'comparison' },
        element('thead', {}, createHead(listings)),
        element('tbody', {}, ...body),
        element('tfoot', {}, createFoot(listings)),
      ),
    );
    if (facts.length === 0) frame.append(element('p', {}, 'These APIs do not differ in the compared facts.'));
    offerWholeNames(frame);
  };
  differences?.addEventListener('change', show);
  new ResizeObserver(() => offerWholeNames(frame)).observe(frame);
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-compare-copy]'))
    button.addEventListener('click', () => {
      const text =
        button.dataset.compareCopy === 'link' ? location.href : formatComparison(listings, compareListings(listings));
      void copy(button, text);
    });
  show();
}

/** Loads a listing. Returns a message if it cannot be loaded. */
async function load(api: string, id: string): Promise<Detail | string> {
  const result = await fetchListing(`${api}/listings/${encodeURIComponent(id)}`);
  return result.ok ? result.value.data : `Cannot load “${id.slice(0, 60)}”. ${result.message}`;
}

function createHead(listings: readonly Detail[]): HTMLElement {
  const cells = listings.map(({ id, name: given }) => {
    const name = toSingleLine(given);
    const others = listings.map(each => each.id).filter(each => each !== id);
    const link = element('a', { href: listingPage(id), dir: 'auto' }, name);
    const remove = element('a', { href: getComparisonUrl(others), 'aria-label': `Remove ${name}` }, 'Remove');
    return element(
      'th',
      { scope: 'col' },
      element('div', { className: 'media' }, createTile(id, name, 36), element('div', {}, link)),
      element('span', { className: 'host' }, id),
      ' ',
      remove,
    );
  });
  return element('tr', {}, element('td', {}), ...cells);
}

function createFoot(listings: readonly Detail[]): HTMLElement {
  const cells = listings.map(({ id, name }) => {
    const label = `Open quickstart of ${toSingleLine(name)}`;
    const href = `${listingPage(id)}#quickstart`;
    return element('td', {}, element('a', { className: 'button', href, 'aria-label': label }, 'Open quickstart'));
  });
  return element('tr', {}, element('td', {}), ...cells);
}

function createCell({ value, notes = [], endpoints = [], share, days, look }: ComparedCell): HTMLElement {
  const main =
    look === undefined
      ? element('b', { dir: 'auto' }, value)
      : element('span', { className: `status pill status-${look}` }, value);
  const scale = share === undefined ? [] : [createScale(share)];
  const bars = days === undefined || days.length === 0 ? [] : [createBars(days)];
  const texts = notes.map(note => element('p', { dir: 'auto' }, note));
  return element('td', {}, main, ...scale, ...bars, ...texts, ...endpoints.flatMap(createEndpoint));
}

/** An endpoint: the first two lines of its name, because a path has any length, and the button that shows or hides the others. */
function createEndpoint({ method, path }: Endpoint): readonly HTMLElement[] {
  const name = element('code', { dir: 'ltr' }, printable(path));
  const text = element('p', { className: 'clamp' }, createMethodChip(method), ' ', name);
  const button = element('button', { type: 'button', className: 'quiet', hidden: true, 'aria-expanded': 'false' });
  button.textContent = 'Show all';
  button.addEventListener('click', () => {
    const isClamped = text.classList.toggle('clamp');
    button.setAttribute('aria-expanded', String(!isClamped));
    button.textContent = isClamped ? 'Show all' : 'Show less';
  });
  return [text, button];
}

/** Shows the buttons of the names that do not fit into their two lines at the current width. */
function offerWholeNames(frame: HTMLElement): void {
  for (const name of frame.querySelectorAll<HTMLElement>('p.clamp')) {
    const button = name.nextElementSibling;
    if (button instanceof HTMLButtonElement) button.hidden = name.scrollHeight <= name.clientHeight;
  }
}

/** One bar per day: tall for passed, low for failed, half for inconclusive. Decorative: a note has the count. */
function createBars(days: readonly DayResult[]): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${days.length * 6 - 2} 18`);
  svg.setAttribute('class', 'day-bars');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(
    ...days.map(({ outcome }, at) => {
      const height = { passed: 18, inconclusive: 11, failed: 7 }[outcome];
      const bar = document.createElementNS(SVG, 'rect');
      bar.setAttribute('class', `bar-${outcome}`);
      for (const [name, number] of Object.entries({ x: at * 6, y: 18 - height, width: 4, height }))
        bar.setAttribute(name, String(number));
      return bar;
    }),
  );
  return svg;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A bar on the common scale of its row. Decorative: the value is next to it. */
function createScale(share: number): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 100 1');
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('class', 'scale');
  svg.setAttribute('aria-hidden', 'true');
  for (const [name, width] of [
    ['way', 100],
    ['amount', Math.max(1, Math.round(share * 100))],
  ] as const) {
    const bar = document.createElementNS(SVG, 'rect');
    bar.setAttribute('class', name);
    bar.setAttribute('width', String(width));
    bar.setAttribute('height', '1');
    svg.append(bar);
  }
  return svg;
}
