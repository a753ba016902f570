import { beginning } from '#listing/display/single-line.ts';
import { endpointPage, endpointPages } from '#listing/endpoint-pages.ts';
import type { Endpoint } from '#manifest/manifest.ts';
import { printable } from '#manifest/text/excerpt.ts';
import { groupEndpoints } from '../../data/endpoint-groups.ts';
import { removeOverrides } from '../../format/text.ts';
import { element } from '../element.ts';
import { fetchListing } from '../fetch-json.ts';
import { createMethodChip } from '../method-chip.ts';

/** An endpoint with its page and its searchable text. */
interface Found {
  readonly endpoint: Endpoint;
  readonly href: string;
  readonly text: string;
}

const SHOWN = 50;

let loaded: Promise<readonly Found[] | string> | undefined;

/**
 * Finds the endpoints of a listing that contain all words, on all pages. Fetches the listing once.
 *
 * @param address the URL of the listing as JSON
 * @returns the first matches and a status message
 */
export async function searchEndpoints(
  address: string,
  words: readonly string[],
): Promise<{ readonly items: readonly HTMLElement[]; readonly said: string }> {
  loaded ??= load(address);
  const all = await loaded;
  if (typeof all === 'string') {
    loaded = undefined;
    return { items: [], said: all };
  }
  const found = all.filter(({ text }) => words.every(word => text.includes(word)));
  const more = found.length > SHOWN ? `; showing the first ${SHOWN}` : '';
  return { items: found.slice(0, SHOWN).map(item), said: `${found.length} of ${all.length}${more}` };
}

async function load(address: string): Promise<readonly Found[] | string> {
  const result = await fetchListing(address);
  if (!result.ok) return result.message;
  const { id, manifest } = result.value.data;
  return removeOverrides(endpointPages(manifest.endpoints)).flatMap((page, at) =>
    groupEndpoints(page).flatMap(({ endpoints }) =>
      endpoints.map(({ endpoint, anchor }) => ({
        endpoint,
        href: `${endpointPage(id, at + 1)}#${anchor}`,
        text: JSON.stringify(endpoint).toLowerCase(),
      })),
    ),
  );
}

function item({ endpoint: { method, path, description }, href }: Found): HTMLElement {
  const name = element('code', { dir: 'ltr' }, beginning(printable(path), 200));
  return element(
    'li',
    {},
    element('a', { href }, createMethodChip(method), ' ', name),
    element('p', { dir: 'auto' }, beginning(description, 160)),
  );
}
