import { sampleListing } from '#listing/listing.fixture.ts';
import { fileAssets } from '#server/file-assets.ts';
import { addresses, appOver, createMemoryCatalog, exportAssets, numberedListings } from './catalog/catalog.fixture.ts';

/** A registry with the listing that guidance names as an example, and with the files of `public`: all that is linked is there. */
export const exampleCatalog = createMemoryCatalog([
  ...numberedListings(3),
  sampleListing('https://api.open-meteo.com', { name: 'Open-Meteo', categories: ['weather'] }),
]);

export const ask = appOver(exampleCatalog, exportAssets(exampleCatalog, await fileAssets('public')));

/** Every address of ours in a text or a JSON value, without what follows it in a sentence; names in braces filled in. */
export function ownAddresses(value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const found = text.replaceAll('{id}', 'api-1.example').match(/https:\/\/registry\.example[^\s"'<>()`\\|]*/g) ?? [];
  return [...new Set(found.map(address => address.replace(/[.,;:]+$/, '')))];
}

/** What an address of ours answers to GET. */
export function get(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return ask(address.slice(addresses.registry.length) || '/', { headers });
}

/** The addresses that stand for operations which only take POST, by what they answer to GET. */
export const POST_ONLY: readonly string[] = ['/validate', '/validator/validate', '/listings/submit', '/mcp'];
