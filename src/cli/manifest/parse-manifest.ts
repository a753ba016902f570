import { parseJsonText } from '#manifest/json-text.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { validateManifest } from '#manifest/validate.ts';

export interface ParsedManifest {
  /** A JSON object. It has the declared type only if it is valid. */
  readonly manifest: Manifest;
  readonly valid: boolean;
  readonly name: string;
}

/**
 * Parses a manifest, valid or not.
 * @param name the file or URL, for the error message
 */
export function parseManifest(bytes: Uint8Array, name: string): Result<ParsedManifest, string> {
  const parsed = parseJsonText(bytes);
  if (!parsed.ok) {
    const [first] = parsed.error;
    const location = first?.position ? `${name}:${first.position.line}:${first.position.column}` : name;
    return failure(`${location} is not valid JSON: ${first?.message ?? 'it is empty.'} ${first?.hint ?? ''}`.trim());
  }
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return failure(`${name} is not a manifest: a manifest is a JSON object.`);
  return success({ manifest: value as Manifest, valid: validateManifest(value).valid, name });
}
