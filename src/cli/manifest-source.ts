import { MANIFEST_PATH } from '#listing/origin.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { validateManifest } from '#manifest/validate.ts';
import { isAddress } from './place.ts';
import type { Terminal } from './terminal.ts';
import { readSource } from './text-source.ts';

/** A manifest that a person named, valid or not: an object in any case. */
export type ManifestSource =
  | { readonly manifest: Manifest; readonly valid: boolean; readonly name: string }
  | { readonly refusal: string };

/**
 * Reads the manifest in a file, on standard input (`-`), or at an address: there, at the well-known path, unless the
 * address has a path of its own.
 */
export async function readManifest(
  target: string,
  terminal: Pick<Terminal, 'input' | 'environment'>,
): Promise<ManifestSource> {
  const source = await readSource(isAddress(target) ? manifestAddress(target) : target, terminal);
  if ('refusal' in source) return source;
  const { name } = source;
  const read = parseJsonText(source.bytes);
  if ('findings' in read) {
    const [first] = read.findings;
    const place = first?.position ? `${name}:${first.position.line}:${first.position.column}` : name;
    return { refusal: `${place} is not JSON: ${first?.message ?? 'it is empty.'} ${first?.hint ?? ''}`.trim() };
  }
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { refusal: `${name} holds no manifest: a manifest is a JSON object.` };
  return { manifest: value as Manifest, valid: validateManifest(value).valid, name };
}

function manifestAddress(address: string): string {
  const url = URL.parse(address);
  return url && url.pathname === '/' && !url.search ? new URL(MANIFEST_PATH, url).href : address;
}
