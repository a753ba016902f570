import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Addresses } from '#edge/config.ts';
import { surfacePath } from '#edge/surfaces.ts';

/**
 * Reads the URLs that a build was made for from its files.
 *
 * @throws the system error if a file is missing
 */
export async function readBuildUrls(folder: string): Promise<Addresses> {
  const read = async (file: string) => JSON.parse(await readFile(path.join(folder, file), 'utf8'));
  const [root, listings, validator, card, home] = await Promise.all([
    read('index.json'),
    read('listings.json'),
    read('validator.json'),
    read('.well-known/mcp/server-card.json'),
    readFile(path.join(folder, 'index.html'), 'utf8'),
  ]);
  const registry = String(listings.meta.links.self).replace(/\/listings\.json$/, '');
  return {
    registry,
    site: (/<link rel="canonical" href="([^"]+)\/"/.exec(home) ?? [])[1] ?? registry,
    validator: String(validator.links.validate).replace(/\/validate$/, ''),
    mcp: card.remotes[0].url,
    siteName: root.service,
  };
}

/**
 * Sends the requests of this process for the URLs of a build to a server on this machine, as DNS would. Files name these
 * URLs, so a test at another URL would compare them with responses that name the other.
 *
 * @param address the URL of the server
 * @returns a function that ends it
 */
export function redirectRequests(addresses: Addresses, address: string): () => void {
  const { fetch: original } = globalThis;
  const pathOf = surfacePath(addresses);
  const { registry, site, validator, mcp } = addresses;
  const origins = new Set([registry, site, validator, mcp].map(each => new URL(each).origin));
  const toServer = (url: URL) => (origins.has(url.origin) ? new URL(pathOf(url) + url.search, address) : url);
  globalThis.fetch = (input, init) =>
    input instanceof Request
      ? original(new Request(toServer(new URL(input.url)), input), init)
      : original(toServer(new URL(input)), init);
  return () => {
    globalThis.fetch = original;
  };
}
