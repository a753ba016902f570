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
  /** Why nobody vouches for it; undefined when the signature holds. */
  readonly fault: string | undefined;
  /** As the export has it; null where it is not signed. Only trusted while there is no fault. */
  readonly signature: Signed | null;
}

/**
 * Reads the index of an export and checks its signature.
 * @throws RangeError when there is no export, or when it cannot be read
 */
export async function signedIndex(source: ExportSource, keys: readonly PublicKey[]): Promise<SignedIndex> {
  const bytes = await source.read(EXPORT_INDEX);
  if (!bytes) throw new RangeError(`There is no export: ${EXPORT_INDEX} is missing.`);
  const signature = await source.read(EXPORT_SIGNATURE);
  const fault = signature
    ? await findSignatureError(bytes, parsed<ExportSignature>(signature, EXPORT_SIGNATURE), keys)
    : `The export is not signed: ${EXPORT_SIGNATURE} is missing.`;
  const read = signature && parsed<ExportSignature>(signature, EXPORT_SIGNATURE);
  return { index: indexIn(bytes, fault), fault, signature: read?.signed ? read : null };
}

function indexIn(bytes: Uint8Array, fault: string | undefined): ExportIndex {
  try {
    const index = parsed<ExportIndex>(bytes, EXPORT_INDEX);
    if (Array.isArray(index.files)) return index;
  } catch {
    // What was signed can be read, so the fault of the signature says more.
  }
  throw new RangeError(`${EXPORT_INDEX} is no index of an export. ${fault ?? ''}`.trim());
}

function parsed<T>(bytes: Uint8Array, name: string): T {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch (cause) {
    throw new RangeError(`${name} is no JSON.`, { cause });
  }
}
