import { getMimeType } from 'hono/utils/mime';
import { fnv1a } from '#listing/encoding/fnv1a.ts';
import { readHeaderRules } from '../middleware/header-rules.ts';
import type { Assets } from './assets.ts';

/** The index of a packed build. A build without it has one file per path. */
export const PACK_INDEX = '/packs/index.json';

/** The content of `/packs/index.json`. */
export interface PackIndex {
  readonly packs: number;
  /** The packed paths, by prefix. */
  readonly folders: readonly string[];
  /** The rules of `_headers`. Static hosts apply them to files, but not to packed files. */
  readonly headers: string;
}

/** The size of the first field of a pack, which is the length of its directory. */
export const DIRECTORY_LENGTH_BYTES = 4;

/** The gzip-compressed files of a pack by path: offset after the directory, and length, in bytes. */
export type PackDirectory = Readonly<Record<string, readonly [start: number, length: number]>>;

/**
 * Reads the files of a packed build (`npm run pack`), for hosts that limit the number of files. Files outside the packed
 * folders come from `assets` directly. A pack has files of many listings, so each response reads a few hundred kilobytes.
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

/** Returns the path of the pack that contains a file, by the hash of the file's path. */
export function packPath(file: string, packs: number): string {
  return `/packs/${fnv1a(file) % packs}.bin`;
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
