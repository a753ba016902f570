import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  DIRECTORY_LENGTH_BYTES,
  PACK_INDEX,
  type PackDirectory,
  type PackIndex,
  packPath,
} from '#edge/catalog/packed-assets.ts';
import { listFiles } from './list-files.ts';

/** The folders whose number of files grows with the listings. */
const FOLDERS = ['/apis/', '/listings/', '/badges/', '/pagefind/'];

/** The average size of a pack before compression, in bytes. */
const PACK_BYTES = 1024 * 1024;

/** Takes two thirds of the time of the default, for packs that are 3% larger. The Worker decompresses them for clients. */
const COMPRESSION_LEVEL = 4;

/**
 * Packs a built registry: files per listing go into packs, all others are linked.
 * @param target is emptied first
 * @returns the number of files before and after
 * @throws RangeError if there is no build
 */
export function packBuild(folder: string, target: string): { readonly before: number; readonly after: number } {
  if (!existsSync(path.join(folder, '_headers')))
    throw new RangeError(`No build found in ${folder}. Run npm run build first.`);
  rmSync(target, { recursive: true, force: true });
  const files = listFiles(folder).map(file => `/${file}`);
  const packed = files.filter(file => FOLDERS.some(each => file.startsWith(each)));
  const others = files.filter(file => !FOLDERS.some(each => file.startsWith(each)));
  for (const file of others) {
    mkdirSync(path.dirname(target + file), { recursive: true });
    linkSync(folder + file, target + file);
  }
  const bytes = packed.reduce((sum, file) => sum + statSync(folder + file).size, 0);
  const packs = Math.max(1, Math.ceil(bytes / PACK_BYTES));
  const byPack = Map.groupBy(packed, file => packPath(file, packs));
  mkdirSync(path.join(target, path.dirname(PACK_INDEX)), { recursive: true });
  for (const [pack, contents] of byPack) writeFileSync(target + pack, packOf(folder, contents));
  const headers = readFileSync(path.join(folder, '_headers'), 'utf8');
  const index: PackIndex = { packs, folders: FOLDERS, headers };
  writeFileSync(target + PACK_INDEX, JSON.stringify(index));
  return { before: files.length, after: others.length + byPack.size + 1 };
}

function packOf(folder: string, files: readonly string[]): Buffer {
  const contents = files.map(file => gzipSync(readFileSync(folder + file), { level: COMPRESSION_LEVEL }));
  let start = 0;
  const entries = contents.map(({ length }, at) => {
    const place = [start, length] as const;
    start += length;
    return [files[at] ?? '', place] as const;
  });
  const directory = Buffer.from(JSON.stringify(Object.fromEntries(entries) satisfies PackDirectory));
  const length = Buffer.alloc(DIRECTORY_LENGTH_BYTES);
  length.writeUInt32LE(directory.length);
  return Buffer.concat([length, directory, ...contents]);
}
