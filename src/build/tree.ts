import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { BuildCache, type Kept } from './build-cache.ts';
import { readFileTable } from './state/file-table.ts';

/** The parts of a build. Each has its own build cache, so that several processes and threads can write concurrently. */
export const PARTS = ['pages', 'search', 'index', 'listings', 'files'] as const;
export type Part = (typeof PARTS)[number];

/** A folder that is being built. */
export interface Tree {
  readonly folder: string;
  /** The last good build, whose files are reused. */
  readonly lastGood: string | undefined;
  /** The folder with the build caches of both. */
  readonly cacheDir: string;
}

/** The folders of a tree that is not open yet: `lastGood` may be missing or incomplete. */
export type TreeFolders = Tree;

/**
 * Opens a folder for a build. Keeps the files that its build caches record; a folder without them is the rest of an
 * interrupted build, so it is emptied.
 * @param lastGood another folder with a complete build, on the same disk
 * @param cacheDir the folder with the build caches of both
 */
export function openTree(folder: string, lastGood: string | undefined, cacheDir: string): Tree {
  // The processes of a killed build may still write for a moment.
  if (!isComplete(folder, cacheDir)) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  mkdirSync(folder, { recursive: true });
  mkdirSync(cacheDir, { recursive: true });
  removeUnusedCaches(cacheDir, [folder, ...(lastGood !== undefined && existsSync(lastGood) ? [lastGood] : [])]);
  return {
    folder,
    lastGood: lastGood !== undefined && isComplete(lastGood, cacheDir) ? lastGood : undefined,
    cacheDir,
  };
}

/**
 * Opens the build cache of one part of a tree. From then on, the tree is incomplete until all parts are finished.
 * @param isAsRecorded whether all files of the last good build are known to be as recorded
 */
export function openBuildCache({ folder, lastGood, cacheDir }: Tree, part: Part, isAsRecorded = false): BuildCache {
  const good =
    lastGood === undefined
      ? undefined
      : { folder: lastGood, cacheFile: getCacheFile(lastGood, cacheDir, part), isAsRecorded };
  const others = PARTS.filter(other => other !== part).map(other => getCacheFile(folder, cacheDir, other));
  return new BuildCache(folder, getCacheFile(folder, cacheDir, part), good, others);
}

/** Returns the recorded files of each part of a folder; undefined if it is not complete. */
export function finishedParts(folder: string, cacheDir: string): readonly Kept[] | undefined {
  if (!isComplete(folder, cacheDir)) return undefined;
  return PARTS.map(part => ({ folder, cacheFile: getCacheFile(folder, cacheDir, part) }));
}

/** A set of paths. */
export type Places = Pick<ReadonlySet<string>, 'has'>;

/** Returns the paths of the files that a finished part of a tree has written. */
export function placesOf({ folder, cacheDir }: Tree, part: Part): Places {
  const table = readFileTable(getCacheFile(folder, cacheDir, part));
  return { has: place => table?.find(place) !== undefined };
}

/** Whether all parts of a folder are finished. */
export function isComplete(folder: string, cacheDir: string): boolean {
  return existsSync(folder) && PARTS.every(part => existsSync(getCacheFile(folder, cacheDir, part)));
}

/** Removes the build caches of deleted folders. */
function removeUnusedCaches(cacheDir: string, folders: readonly string[]): void {
  const names = folders.map(getFolderId);
  for (const file of readdirSync(cacheDir)) {
    if (/\.files(\.json|\.draft)?$/.test(file) && !names.some(name => file.startsWith(`${name}.`)))
      rmSync(path.join(cacheDir, file));
  }
}

function getCacheFile(folder: string, cacheDir: string, part: Part): string {
  return path.join(cacheDir, `${getFolderId(folder)}.${part}.files`);
}

/**
 * Identifies a folder by its inode and birth time, which survive a rename and are not reused after deletion.
 * @throws if the folder does not exist
 */
export function getFolderId(folder: string): string {
  const { ino, birthtimeMs } = statSync(folder);
  return `${ino}-${Math.round(birthtimeMs)}`;
}
