import { createHash } from 'node:crypto';
import { type Connection, exchange, jsonOf } from '#client/exchange.ts';
import { RegistryError } from '#client/registry-error.ts';
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
  const index = await exportIndex(connection, signal);
  if (!index) return undefined;
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
    const response = await exchange(connection, { path: `/${name}`, signal });
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
  if (faults.length === 0)
    await folder.write('export/index.json', new TextEncoder().encode(`${JSON.stringify(index)}\n`));
  return { index, files, faults };
}

async function exportIndex(connection: Connection, signal: AbortSignal): Promise<ExportIndex | undefined> {
  try {
    const response = await exchange(connection, { path: `${FOLDER}index.json`, signal });
    const body = await jsonOf<Partial<ExportIndex> & { readonly data?: ExportIndex }>(connection, response);
    const index = body.data ?? body;
    return Array.isArray(index.files) ? { ...index, files: index.files } : undefined;
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
  return isBelow && !url.search && name !== 'export/index.json' ? name : undefined;
}

function faultOf(bytes: Uint8Array, { size, sha256 }: ExportFile): string | undefined {
  if (bytes.length !== size) return `has ${bytes.length} bytes, where the index promises ${size}.`;
  const digest = createHash('sha256').update(bytes).digest('hex');
  return digest === sha256 ? undefined : `has the digest ${digest}, where the index promises ${sha256}.`;
}
