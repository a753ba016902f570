import { parseJsonText } from '#manifest/json-text.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { validateManifest } from '#manifest/validate.ts';

/** A manifest that a person named, valid or not: an object in any case. */
export type ManifestSource =
  | { readonly manifest: Manifest; readonly valid: boolean; readonly name: string }
  | { readonly refusal: string };

/** Reads the manifest in a text, whose name is told where it is none. */
export function manifestText(bytes: Uint8Array, name: string): ManifestSource {
  const read = parseJsonText(bytes);
  if (!read.ok) {
    const [first] = read.error;
    const place = first?.position ? `${name}:${first.position.line}:${first.position.column}` : name;
    return { refusal: `${place} is not JSON: ${first?.message ?? 'it is empty.'} ${first?.hint ?? ''}`.trim() };
  }
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { refusal: `${name} holds no manifest: a manifest is a JSON object.` };
  return { manifest: value as Manifest, valid: validateManifest(value).valid, name };
}
