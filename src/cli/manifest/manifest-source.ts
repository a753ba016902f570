import { MANIFEST_PATH } from '#listing/origin.ts';
import { isUrl } from '../registry/urls.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type ManifestSource, manifestText } from './manifest-text.ts';
import { readSource } from './text-source.ts';

/**
 * Reads the manifest in a file, on standard input (`-`), or at an address: there, at the well-known path, unless the
 * address has a path of its own.
 */
export async function readManifest(
  target: string,
  terminal: Pick<Terminal, 'input' | 'environment'>,
): Promise<ManifestSource> {
  const source = await readSource(isUrl(target) ? manifestAddress(target) : target, terminal);
  return 'refusal' in source ? source : manifestText(source.bytes, source.name);
}

function manifestAddress(address: string): string {
  const url = URL.parse(address);
  return url && url.pathname === '/' && !url.search ? new URL(MANIFEST_PATH, url).href : address;
}
