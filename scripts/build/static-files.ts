import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createApp } from '#edge/app.ts';
import type { Catalogue } from '#edge/catalogue.ts';
import type { Addresses } from '#edge/configuration.ts';
import { staticPaths } from '#edge/static-files.ts';

/**
 * Writes the file twins of all GET resources beside the site (design: Static output). They are the application's own
 * answers, so they cannot differ from them.
 *
 * @returns how many files were written
 */
export async function writeStaticFiles(
  folder: string,
  catalogue: Catalogue,
  ids: Iterable<string>,
  addresses: Addresses,
): Promise<number> {
  const app = createApp({ addresses, catalogue: () => catalogue, assets: { fetch: async () => undefined } });
  let written = 0;
  for await (const each of staticPaths(catalogue, ids)) {
    const response = await app.fetch(new Request(addresses.registry + each));
    if (!response.ok) throw new Error(`${each} cannot be written: ${response.status} ${await response.text()}`);
    const file = path.join(folder, decodeURIComponent(each));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await response.bytes());
    written++;
  }
  return written;
}
