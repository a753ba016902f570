import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import {
  DIRECTORY_LENGTH_BYTES,
  PACK_INDEX,
  type PackDirectory,
  type PackIndex,
  packPath,
} from '#edge/catalog/packed-assets.ts';
import { createFolder } from '#store/create-folder.ts';
import { lockDataDirectory } from '#submission/local/data-lock.ts';
import { listFiles } from './list-files.ts';

/** The folders whose number of files grows with the listings. */
const FOLDERS = ['/apis/', '/listings/', '/badges/', '/pagefind/'];

/** The average size of a pack before compression, in bytes. */
const PACK_BYTES = 1024 * 1024;

/** Takes two thirds of the time of the default, for packs that are 3% larger. The Worker decompresses them for clients. */
const COMPRESSION_LEVEL = 4;

/** Packs to write, which a thread can receive. */
export interface PackWork {
  /** The folder of the build. */
  readonly folder: string;
  readonly target: string;
  /** The path of each pack, and the paths of its files. */
  readonly packs: readonly (readonly [pack: string, files: readonly string[]])[];
}

/**
 * Packs a built registry: files per listing go into packs, all others are linked. Two threads compress, because that takes
 * most of the time.
 * @param target is replaced once all packs are written
 * @returns the number of files before and after
 * @throws RangeError if there is no build, if another process packs to the target, or if the target has other files than those of
 * packs, which would be lost
 */
export async function packBuild(
  folder: string,
  target: string,
): Promise<{ readonly before: number; readonly after: number }> {
  if (!existsSync(path.join(folder, '_headers')))
    throw new RangeError(`No build found in ${folder}. Run npm run build first.`);
  const workDir = getWorkDir(target);
  createFolder(workDir);
  const busy = (process: string) => `${target} is being packed by another process (${process}). Wait until it ends.`;
  const lock = await lockDataDirectory(workDir, busy);
  try {
    const [draft, former] = [path.join(workDir, 'draft'), path.join(workDir, 'former')];
    // A run that was killed between the two renames of `replaceFolder` left no target.
    if (!existsSync(target) && existsSync(former)) renameSync(former, target);
    requireReplaceable(target);
    rmSync(draft, { recursive: true, force: true });
    createFolder(draft);
    const counts = await writePackedBuild(folder, draft);
    replaceFolder(target, draft, former);
    return counts;
  } finally {
    await lock.release();
  }
}

/** Returns the folder of a draft and the lock, on the same disk as the target. */
function getWorkDir(target: string): string {
  return path.join(path.dirname(target), `.${path.basename(target)}.pack`);
}

/**
 * Replaces a folder with a draft. Renames the former one before its removal: a removal that is interrupted would leave a folder that
 * does not look like packs any more, which `requireReplaceable` protects.
 */
function replaceFolder(target: string, draft: string, former: string): void {
  rmSync(former, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, former);
  renameSync(draft, target);
  rmSync(former, { recursive: true, force: true });
}

/** @throws RangeError if the target has other files than those of packs */
function requireReplaceable(target: string): void {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isDirectory() && (readdirSync(target).length === 0 || existsSync(target + PACK_INDEX))) return;
  throw new RangeError(
    `${target} is not the output of npm run pack, which does not replace it. Set PACKED_DIR to a new folder, or delete it.`,
  );
}

async function writePackedBuild(folder: string, target: string): ReturnType<typeof packBuild> {
  const files = listFiles(folder).map(file => `/${file}`);
  const packed = files.filter(file => FOLDERS.some(each => file.startsWith(each)));
  const linked = files.filter(file => !FOLDERS.some(each => file.startsWith(each)));
  for (const file of linked) {
    mkdirSync(path.dirname(target + file), { recursive: true });
    linkSync(folder + file, target + file);
  }
  const bytes = packed.reduce((sum, file) => sum + statSync(folder + file).size, 0);
  const packs = Math.max(1, Math.ceil(bytes / PACK_BYTES));
  const byPack = Map.groupBy(packed, file => packPath(file, packs));
  mkdirSync(path.join(target, path.dirname(PACK_INDEX)), { recursive: true });
  const [own = [], others = []] = splitInTwo([...byPack]);
  await Promise.all([
    others.length > 0 && writePacksInThread({ folder, target, packs: others }),
    // After the thread has started, because this blocks.
    Promise.resolve({ folder, target, packs: own }).then(writePacks),
  ]);
  const headers = readFileSync(path.join(folder, '_headers'), 'utf8');
  const index: PackIndex = { packs, folders: FOLDERS, headers };
  writeFileSync(target + PACK_INDEX, JSON.stringify(index));
  return { before: files.length, after: linked.length + byPack.size + 1 };
}

function splitInTwo<T>(items: readonly T[]): readonly (readonly T[])[] {
  return [items.filter((_, at) => at % 2 === 0), items.filter((_, at) => at % 2 === 1)];
}

async function writePacksInThread(work: PackWork): Promise<void> {
  const worker = new Worker(path.join(import.meta.dirname, 'workers/pack-thread.ts'), { workerData: work });
  await once(worker, 'exit');
}

/** Writes packs one after another. Blocks the thread. */
export function writePacks({ folder, target, packs }: PackWork): void {
  for (const [pack, files] of packs) writeFileSync(target + pack, packOf(folder, files));
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
