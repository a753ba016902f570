import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256Hex } from '#listing/encoding/sha256.ts';
import { EXPORT_INDEX, type ExportIndex } from '#listing/export/export.ts';
import {
  EXPORT_SIGNATURE,
  PUBLIC_KEYS,
  type PublicKey,
  type Signed,
  signExport,
} from '#listing/export/export-signature.ts';
import { keySet, type SigningKey } from '#listing/export/signing-key.ts';
import { removeAbandonedDrafts, writeAtomically } from '#store/atomic-file.ts';

export interface SigningOptions {
  readonly key: SigningKey;
  /** Keys to publish in addition to that of `key`. */
  readonly publicKeys: readonly PublicKey[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Signs the export of a built folder, and publishes the public key. Only signs an export whose files match its index.
 * @throws RangeError if there is no export, or one of its files does not match the index
 */
export async function signBuiltExport(folder: string, { key, publicKeys, now }: SigningOptions): Promise<Signed> {
  const bytes = await fileIn(folder, EXPORT_INDEX);
  const { files }: ExportIndex = JSON.parse(new TextDecoder().decode(bytes));
  for (const file of files) {
    const content = await fileIn(folder, file.path);
    if (content.length !== file.size || (await sha256Hex(content)) !== file.sha256)
      throw new RangeError(`${file.path} does not match the index of the export. Rebuild the registry.`);
  }
  const signature = await signExport(bytes, key, now);
  await replace(folder, PUBLIC_KEYS, keySet([key.public, ...publicKeys]));
  await replace(folder, EXPORT_SIGNATURE, JSON.stringify(signature));
  return signature;
}

/** @throws RangeError if the file is missing, or its path is outside the folder */
async function fileIn(folder: string, place: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = path.join(folder, place);
  if (path.relative(folder, file).startsWith('..')) throw new RangeError(`${place} is outside ${folder}.`);
  return new Uint8Array(
    await readFile(file).catch(() => {
      throw new RangeError(`Cannot read ${file}. Build the registry first: npm run build`);
    }),
  );
}

/** Replaces the file instead of overwriting it, because another build may share it as a hard link. */
async function replace(folder: string, place: string, content: string): Promise<void> {
  const file = path.join(folder, place);
  // They would be published with the build.
  removeAbandonedDrafts(file);
  await writeAtomically(file, content);
}
