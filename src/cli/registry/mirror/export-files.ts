import { createHash } from 'node:crypto';
import { RegistryError } from '#client/registry-error.ts';
import { type Connection, parseJson, readBytes, sendRequest } from '#client/send-request.ts';
import { type ExportFile, type ExportIndex, isExportIndex } from '#listing/export/export.ts';
import type { MirrorFolder } from './mirror-folder.ts';
import { rejectOlder } from './reject-older.ts';

export interface ExportCopy {
  readonly index: ExportIndex;
  /** The names of the files in the mirror. */
  readonly files: readonly string[];
  /** An error message for each file that does not match the index. */
  readonly errors: readonly string[];
}

export interface CopyExportOptions {
  readonly connection: Connection;
  readonly folder: MirrorFolder;
  readonly signal: AbortSignal;
  /** Whether to accept an export that is older than the saved one. */
  readonly acceptOlder: boolean;
}

const EXPORT_PATH = '/export/';
const INDEX_FILE = 'export/index.json';
const SIGNATURE_FILE = 'export/signature.json';

/** The files that the index cannot list: itself and its signature. */
const INDEX_FILES = [INDEX_FILE, SIGNATURE_FILE];

/** The maximum number of copies of an export that changes during each of them. */
const MAX_ATTEMPTS = 5;

/**
 * Copies the missing export files to the mirror and checks all of them against the sizes and digests of the index. Deletes
 * files that do not match, and files that a complete export no longer has. If the index changes meanwhile, copies again,
 * because its files and its signature change with it.
 *
 * @returns undefined if the registry has no export
 * @throws RollbackError if the export is older than the last one; no file is changed
 */
export async function copyExport(options: CopyExportOptions): Promise<ExportCopy | undefined> {
  const { connection, folder, signal, acceptOlder } = options;
  let fetched = await fetchIndex(connection, signal);
  for (let attempt = 1; fetched; attempt += 1) {
    const { index, bytes } = fetched;
    if (!acceptOlder) rejectOlder('export', index.generated_at, await readSavedTime(folder));
    const { files, errors } = await copyFiles(index, options);
    const signature = await fetchFile(connection, `/${SIGNATURE_FILE}`, signal);
    const current = await fetchIndex(connection, signal);
    const isCurrent = current !== undefined && Buffer.compare(current.bytes, bytes) === 0;
    if (!isCurrent && attempt < MAX_ATTEMPTS) {
      fetched = current;
      continue;
    }
    if (!isCurrent) errors.push('The export changed during the copy. Run mirror again.');
    if (errors.length === 0) await saveIndex(folder, files, bytes, signature);
    return { index, files, errors };
  }
  return undefined;
}

/** Copies the files of an index. Returns their names in the mirror, and an error message for each other file. */
async function copyFiles(index: ExportIndex, { connection, folder, signal }: CopyExportOptions) {
  const files: string[] = [];
  const errors: string[] = [];
  for (const file of index.files) {
    const name = toFileName(file.path);
    if (name === undefined) {
      errors.push(`${file.path} is not a path below ${EXPORT_PATH}.`);
      continue;
    }
    const saved = await folder.read(name);
    if (saved && findMismatch(saved, file) === undefined) {
      files.push(name);
      continue;
    }
    const bytes = await fetchFile(connection, `/${name}`, signal);
    const error = bytes ? findMismatch(bytes, file) : 'is missing from the registry.';
    if (bytes && error === undefined) {
      await folder.write(name, bytes);
      files.push(name);
    } else {
      errors.push(`${name} ${error}`);
      await folder.remove(name);
    }
  }
  return { files, errors };
}

/** Saves the index and its signature, and deletes the files of earlier exports, which no digest covers. */
async function saveIndex(
  folder: MirrorFolder,
  files: readonly string[],
  bytes: Uint8Array,
  signature: Uint8Array | undefined,
): Promise<void> {
  if (signature) await folder.write(SIGNATURE_FILE, signature);
  else await folder.remove(SIGNATURE_FILE);
  await folder.write(INDEX_FILE, bytes);
  const current = new Set([...files, ...INDEX_FILES]);
  for (const file of await folder.list('export')) if (!current.has(file)) await folder.remove(file);
}

/** Fetches the index, with its exact bytes, which the signature covers. */
async function fetchIndex(connection: Connection, signal: AbortSignal) {
  const bytes = await fetchFile(connection, `/${INDEX_FILE}`, signal);
  if (!bytes) return undefined;
  const index = await parseJson<unknown>(connection, new Response(bytes));
  if (!isExportIndex(index)) throw new RegistryError(`${connection.base}/${INDEX_FILE} is not an export index.`);
  return { index, bytes };
}

/** Returns the `generated_at` of the saved export. A damaged index of the mirror does not prevent its repair. */
async function readSavedTime(folder: MirrorFolder): Promise<string | null | undefined> {
  const saved = await folder.read(INDEX_FILE);
  try {
    return saved && (JSON.parse(new TextDecoder().decode(saved)) as ExportIndex).generated_at;
  } catch {
    return undefined;
  }
}

async function fetchFile(connection: Connection, path: string, signal: AbortSignal) {
  try {
    const response = await sendRequest(connection, { path, signal });
    return await readBytes(connection, response, signal);
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return undefined;
    throw error;
  }
}

/** Returns the file name in the mirror. Returns undefined for a path outside the export folder, which could be hostile. */
function toFileName(path: string): string | undefined {
  const url = URL.parse(path, `https://mirror.invalid${EXPORT_PATH}`);
  const name = url?.pathname.slice(1) ?? '';
  const isBelow = url?.host === 'mirror.invalid' && /^export(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/.test(name);
  return isBelow && !url.search && !INDEX_FILES.includes(name) ? name : undefined;
}

function findMismatch(bytes: Uint8Array, { size, sha256 }: ExportFile): string | undefined {
  if (bytes.length !== size) return `has ${bytes.length} bytes instead of ${size}.`;
  const digest = createHash('sha256').update(bytes).digest('hex');
  return digest === sha256 ? undefined : `has the SHA-256 digest ${digest} instead of ${sha256}.`;
}
