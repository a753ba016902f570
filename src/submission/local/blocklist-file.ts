import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Blocklist } from '#listing/blocklist.ts';
import { ifExists } from '#store/if-exists.ts';
import { parseBlocklistFile } from '../blocklist.ts';

/**
 * Reads the `refused.json` files of registry folders. If several block an origin, the reason from the first applies. A
 * missing file blocks nothing.
 *
 * @throws RangeError if a file is invalid, with a message for the operator; continuing would list blocked origins
 */
export async function readBlocklist(...registryDirs: readonly string[]): Promise<Blocklist> {
  const lists = await Promise.all(registryDirs.map(readList));
  return origin => lists.map(blocklist => blocklist(origin)).find(reason => reason !== undefined);
}

async function readList(registryDir: string): Promise<Blocklist> {
  const file = path.join(registryDir, 'refused.json');
  const bytes = (await ifExists(readFile(file))) ?? '[]';
  return parseBlocklistFile(bytes, file);
}
