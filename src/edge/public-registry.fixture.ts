import { fileAssets } from '#build/catalog/file-assets.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { addresses, appOver, createMemoryCatalog, exportAssets, numberedListings } from './catalog/catalog.fixture.ts';

/** A registry with the example listing of the guidance and with the files of `public`, so that all links work. */
export const exampleCatalog = createMemoryCatalog([
  ...numberedListings(3),
  sampleListing('https://api.open-meteo.com', { name: 'Open-Meteo', categories: ['weather'] }),
]);

export const ask = appOver(exampleCatalog, exportAssets(exampleCatalog, await fileAssets('public')));

/**
 * Returns all URLs of this registry in a text or JSON value, without trailing punctuation and with placeholders
 * replaced.
 */
export function ownAddresses(value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const found =
    text
      .replaceAll('{id}', 'api-1.example')
      .replaceAll('{collection}', 'weather')
      .match(/https:\/\/registry\.example[^\s"'<>()`\\|]*/g) ?? [];
  return [...new Set(found.map(address => address.replace(/[.,;:]+$/, '')))];
}

/** Requests a URL of this registry with GET. */
export function get(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return ask(address.slice(addresses.registry.length) || '/', { headers });
}

/** The URLs of operations that accept only POST. */
export const POST_ONLY: readonly string[] = ['/validate', '/validator/validate', '/listings/submit', '/mcp'];
