import { finding } from '../finding.ts';
import { type JsonTextResult, parseJsonText } from '../json-text.ts';
import { failure } from '../result.ts';

/** The maximum size of a manifest as it is served, in bytes, before and after decompression. */
export const MAX_MANIFEST_BYTES = 1024 * 1024;

/** The size from which a server processes untrusted texts in another thread. Below it, that takes longer than it saves. */
export const LARGE_TEXT_BYTES = 32 * 1024;

/** Parses the text of a manifest with all limits that apply when an origin serves it: size, depth, and duplicate keys. */
export function parseManifestText(input: string | Uint8Array): JsonTextResult {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  if (bytes.length <= MAX_MANIFEST_BYTES) return parseJsonText(input);
  const message = `The manifest has ${bytes.length.toLocaleString('en')} bytes.`;
  return failure([finding('', 'too-large', message, 'Limit it to 1 MiB, before and after decompression.')]);
}
