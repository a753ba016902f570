import { EXPORT_INDEX, type ExportIndex, isExportIndex } from '#listing/export/export.ts';
import {
  EXPORT_SIGNATURE,
  type ExportSignature,
  findSignatureError,
  type PublicKey,
  type Signed,
} from '#listing/export/export-signature.ts';
import { isObject } from '#manifest/json-object.ts';
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
  const signature = signatureBytes && parseJson(signatureBytes, EXPORT_SIGNATURE);
  if (signature === undefined)
    return createUnsigned(bytes, `The export is not signed: ${EXPORT_SIGNATURE} is missing.`);
  if (!isExportSignature(signature)) return createUnsigned(bytes, `${EXPORT_SIGNATURE} is not a signature.`);
  const error = await findSignatureError(bytes, signature, keys);
  return { index: parseIndex(bytes, error), error, signature: signature.signed ? signature : null };
}

function createUnsigned(bytes: Uint8Array, error: string): SignedIndex {
  return { index: parseIndex(bytes, error), error, signature: null };
}

/** Whether a value has the members of a signature, or of the reason why an export is unsigned. Their values can still be wrong. */
function isExportSignature(value: unknown): value is ExportSignature {
  if (!isObject(value)) return false;
  const { signed, reason, kid } = value;
  return signed === true ? typeof kid === 'string' : signed === false && typeof reason === 'string';
}

function parseIndex(bytes: Uint8Array, signatureError: string | undefined): ExportIndex {
  try {
    const index = parseJson(bytes, EXPORT_INDEX);
    if (isExportIndex(index)) return index;
  } catch {
    // The signature error explains a damaged index better.
  }
  throw new RangeError(`${EXPORT_INDEX} is not an export index. ${signatureError ?? ''}`.trim());
}

function parseJson(bytes: Uint8Array, name: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new RangeError(`${name} is not valid JSON.`, { cause });
  }
}
