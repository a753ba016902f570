import { createHash } from 'node:crypto';
import { RegistryError } from '#client/registry-error.ts';
import { type Connection, parseJson, sendRequest } from '#client/send-request.ts';
import type { MirrorFolder } from './mirror-folder.ts';

/** `GET /export/index.json`: the files that hold the whole registry, one JSON value a line. */
export interface ExportIndex {
  /** The moment of the newest data in them. */
  readonly generated_at?: string | null;
  readonly files: readonly ExportFile[];
}

export interface ExportFile {
  /** From the index's own address. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal, in lower case. */
  readonly sha256: string;
}

export interface ExportCopy {
  readonly index: ExportIndex;
  /** Files of the mirror, as `read` takes them. */
  readonly files: readonly string[];
  /** Those whose bytes are not what the index promises, in words. */
  readonly faults: readonly string[];
}

const FOLDER = '/export/';

/** What the index cannot list: itself, and what vouches for it. */
const OF_THE_INDEX = ['export/index.json', 'export/signature.json'];

/**
 * Copies the files of a registry's export that the mirror does not have yet, and holds all of them to the index's sizes
 * and digests. A file that does not match is not kept.
 *
 * @returns undefined when the registry has no export
 */
export async function copyExport(
  connection: Connection,
  folder: MirrorFolder,
  signal: AbortSignal,
): Promise<ExportCopy | undefined> {
  const found = await exportIndex(connection, signal);
  if (!found) return undefined;
  const { index, bytes: indexBytes } = found;
  const files: string[] = [];
  const faults: string[] = [];
  for (const file of index.files) {
    const name = nameOf(file.path);
    if (name === undefined) {
      faults.push(`${file.path} is no file below ${FOLDER}.`);
      continue;
    }
    const kept = await folder.read(name);
    if (kept && faultOf(kept, file) === undefined) {
      files.push(name);
      continue;
    }
    const response = await sendRequest(connection, { path: `/${name}`, signal });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const fault = faultOf(bytes, file);
    if (fault === undefined) {
      await folder.write(name, bytes);
      files.push(name);
    } else {
      faults.push(`${name} ${fault}`);
      await folder.remove(name);
    }
  }
  if (faults.length === 0) {
    const signature = await fileAt(connection, `${FOLDER}signature.json`, signal);
    if (signature) await folder.write('export/signature.json', signature);
    else await folder.remove('export/signature.json');
    await folder.write('export/index.json', indexBytes);
  }
  return { index, files, faults };
}

/** The index, and its bytes as they came, which are what is signed. */
async function exportIndex(connection: Connection, signal: AbortSignal) {
  const bytes = await fileAt(connection, `${FOLDER}index.json`, signal);
  if (!bytes) return undefined;
  const index = await parseJson<Partial<ExportIndex>>(connection, new Response(bytes));
  return Array.isArray(index.files) ? { index: { ...index, files: index.files }, bytes } : undefined;
}

async function fileAt(connection: Connection, path: string, signal: AbortSignal) {
  try {
    const response = await sendRequest(connection, { path, signal });
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return undefined;
    throw error;
  }
}

/** The place of a file in the mirror; undefined where a registry wants to write elsewhere. */
function nameOf(path: string): string | undefined {
  const url = URL.parse(path, `https://mirror.invalid${FOLDER}`);
  const name = url?.pathname.slice(1) ?? '';
  const isBelow = url?.host === 'mirror.invalid' && /^export(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/.test(name);
  return isBelow && !url.search && !OF_THE_INDEX.includes(name) ? name : undefined;
}

function faultOf(bytes: Uint8Array, { size, sha256 }: ExportFile): string | undefined {
  if (bytes.length !== size) return `has ${bytes.length} bytes, where the index promises ${size}.`;
  const digest = createHash('sha256').update(bytes).digest('hex');
  return digest === sha256 ? undefined : `has the digest ${digest}, where the index promises ${sha256}.`;
}
