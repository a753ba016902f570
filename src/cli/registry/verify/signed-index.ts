import { EXPORT_INDEX, type ExportIndex } from '#listing/export/export.ts';
import {
  EXPORT_SIGNATURE,
  type ExportSignature,
  findSignatureError,
  type PublicKey,
  type Signed,
} from '#listing/export/export-signature.ts';
import type { ExportSource } from './export-source.ts';

export interface SignedIndex {
  readonly index: ExportIndex;
  /** The error of the signature; undefined for a valid signature. */
  readonly error: string | undefined;
  /** The signature; null for an unsigned export. Trust it only without an error. */
  readonly signature: Signed | null;
}

/**
 * Reads the index of an export and verifies its signature.
 * @throws RangeError if the export is missing or unreadable
 */
export async function readSignedIndex(source: ExportSource, keys: readonly PublicKey[]): Promise<SignedIndex> {
  const bytes = await source.read(EXPORT_INDEX);
  if (!bytes) throw new RangeError(`No export found: ${EXPORT_INDEX} is missing.`);
  const signatureBytes = await source.read(EXPORT_SIGNATURE);
  const signature = signatureBytes && parseJson<ExportSignature>(signatureBytes, EXPORT_SIGNATURE);
  const error = signature
    ? await findSignatureError(bytes, signature, keys)
    : `The export is not signed: ${EXPORT_SIGNATURE} is missing.`;
  return { index: parseIndex(bytes, error), error, signature: signature?.signed ? signature : null };
}

function parseIndex(bytes: Uint8Array, signatureError: string | undefined): ExportIndex {
  try {
    const index = parseJson<ExportIndex>(bytes, EXPORT_INDEX);
    if (Array.isArray(index.files)) return index;
  } catch {
    // The signature error explains a damaged index better.
  }
  throw new RangeError(`${EXPORT_INDEX} is not an export index. ${signatureError ?? ''}`.trim());
}

function parseJson<T>(bytes: Uint8Array, name: string): T {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch (cause) {
    throw new RangeError(`${name} is not valid JSON.`, { cause });
  }
}
