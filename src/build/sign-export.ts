import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
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

export interface SigningOptions {
  readonly key: SigningKey;
  /** Keys to publish besides that of `key`. */
  readonly publicKeys: readonly PublicKey[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Signs the export of a built folder, and publishes the public key. Only an export whose files are those of its index is
 * signed.
 *
 * @throws RangeError when there is no export, or one of its files is not what the index says
 */
export async function signBuiltExport(folder: string, { key, publicKeys, now }: SigningOptions): Promise<Signed> {
  const bytes = await fileIn(folder, EXPORT_INDEX);
  const { files }: ExportIndex = JSON.parse(new TextDecoder().decode(bytes));
  for (const file of files) {
    const content = await fileIn(folder, file.path);
    if (content.length !== file.size || (await sha256Hex(content)) !== file.sha256)
      throw new RangeError(`${file.path} is not what the index of the export says. Build the registry anew.`);
  }
  const signature = await signExport(bytes, key, now);
  await replace(folder, PUBLIC_KEYS, keySet([key.public, ...publicKeys]));
  await replace(folder, EXPORT_SIGNATURE, JSON.stringify(signature));
  return signature;
}

/** @throws RangeError when the file is missing, or its path leads out of the folder */
async function fileIn(folder: string, place: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = path.join(folder, place);
  if (path.relative(folder, file).startsWith('..')) throw new RangeError(`${place} is outside of ${folder}.`);
  return new Uint8Array(
    await readFile(file).catch(() => {
      throw new RangeError(`${file} cannot be read. Build the registry first: npm run build`);
    }),
  );
}

/** A new file takes the place of the old one, which another build may have a link to. */
async function replace(folder: string, place: string, content: string): Promise<void> {
  const file = path.join(folder, place);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content);
  await rename(draft, file);
}
