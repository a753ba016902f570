import { getMimeType } from 'hono/utils/mime';
import { readHeaderRules } from '../middleware/header-rules.ts';
import type { Assets } from './assets.ts';

/** The file that says how a build is packed; a build without it has a file for each path. */
export const PACK_INDEX = '/packs/index.json';

/** What `/packs/index.json` holds. */
export interface PackIndex {
  readonly packs: number;
  /** What is packed, by the beginnings of paths. */
  readonly folders: readonly string[];
  /** The rules of `_headers`, which static hosts apply to files and not to what is in packs. */
  readonly headers: string;
}

/** The beginning of a pack: the length of its directory in bytes. */
export const DIRECTORY_LENGTH_BYTES = 4;

/** Where the files of a pack begin, after its directory, and how long they are, each as gzip has it. */
export type PackDirectory = Readonly<Record<string, readonly [start: number, length: number]>>;

/**
 * The files of a packed build (`npm run pack`), beside those that have a file of their own: for hosts that take fewer
 * files than a large registry has. A pack holds files of many listings, so each answer reads some hundred kilobytes.
 */
export function packedAssets(assets: Assets): Assets {
  let opened: Promise<PackIndex | undefined> | undefined;
  const index = () => {
    opened ??= openIndex(assets).catch(error => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    async fetch(path) {
      const packs = path === PACK_INDEX ? undefined : await index();
      const file = decodeURIComponent(path.endsWith('/') ? `${path}index.html` : path);
      if (!packs?.folders.some(folder => file.startsWith(folder))) return assets.fetch(path);
      const pack = await assets.fetch(packPath(file, packs.packs));
      const bytes = pack && fileIn(new Uint8Array(await pack.arrayBuffer()), file);
      if (!bytes) return undefined;
      const headers = new Headers({ 'Content-Type': getMimeType(file) ?? 'application/octet-stream' });
      for (const [name, value] of readHeaderRules(packs.headers)(path)) headers.set(name, value);
      return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')), { headers });
    },
  };
}

/** The pack that a file is in: FNV-1a of its path. */
export function packPath(file: string, packs: number): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(file)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return `/packs/${hash % packs}.bin`;
}

async function openIndex(assets: Assets): Promise<PackIndex | undefined> {
  return (await assets.fetch(PACK_INDEX))?.json();
}

function fileIn(pack: Uint8Array<ArrayBuffer>, file: string): Uint8Array<ArrayBuffer> | undefined {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  const start = DIRECTORY_LENGTH_BYTES + length;
  const text = new TextDecoder().decode(pack.subarray(DIRECTORY_LENGTH_BYTES, start));
  const directory = new Map(Object.entries(JSON.parse(text) as PackDirectory));
  const [from = 0, size] = directory.get(file) ?? [];
  return size === undefined ? undefined : pack.subarray(start + from, start + from + size);
}
