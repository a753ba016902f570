import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { lockDataDirectory } from '#submission/local/data-lock.ts';
import { BuildCache, entriesIn } from './build-cache.ts';
import type { Extent } from './hosting.ts';

/** The parts of a build, each with a ledger of its own, so that several processes and threads can write at once. */
export const PARTS = ['pages', 'search', 'index', 'listings', 'files'] as const;
export type Part = (typeof PARTS)[number];

/** A folder that is being built. */
export interface Tree {
  readonly folder: string;
  /** The last good build, from which files are taken over. */
  readonly lastGood: string | undefined;
  /** Where the entries of both are written down. */
  readonly ledgers: string;
}

/** The folders of a tree that is not opened yet: `lastGood` may be missing or incomplete. */
export type TreeFolders = Tree;

/**
 * Opens a folder for a build. What is in it is kept as far as it is known; a build that was killed left it half done, so
 * then it is emptied.
 *
 * @param lastGood another folder, with a whole build, on the same disk
 * @param ledgers the folder in which both are written down
 */
export function openTree(folder: string, lastGood: string | undefined, ledgers: string): Tree {
  if (!isComplete(folder, ledgers)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(ledgers, { recursive: true });
  forgetOthers(ledgers, [folder, ...(lastGood !== undefined && existsSync(lastGood) ? [lastGood] : [])]);
  return { folder, lastGood: lastGood !== undefined && isComplete(lastGood, ledgers) ? lastGood : undefined, ledgers };
}

/** The ledger of one part of a tree. Once it is opened, the tree is no longer whole until all parts are finished. */
export function openBuildCache({ folder, lastGood, ledgers }: Tree, part: Part): BuildCache {
  const good = lastGood === undefined ? undefined : { folder: lastGood, ledger: ledgerFile(lastGood, ledgers, part) };
  return new BuildCache(folder, ledgerFile(folder, ledgers, part), good);
}

/** The paths of the files that a finished part of a tree has put there. */
export function placesOf({ folder, ledgers }: Tree, part: Part): ReadonlySet<string> {
  return new Set(Object.keys(entriesIn(ledgerFile(folder, ledgers, part))));
}

/** Whether all parts of a folder were finished. */
export function isComplete(folder: string, ledgers: string): boolean {
  return existsSync(folder) && PARTS.every(part => existsSync(ledgerFile(folder, ledgers, part)));
}

/**
 * Builds beside the last good output, and then takes its place. Killed at any moment, the last good output stays; only
 * between two renamings it is for a moment at `<name>.last`, from where the next build takes it back.
 *
 * @param target where the output is wanted
 * @param build writes into the tree that it is given
 * @throws RangeError fit for the operator when another process builds the same
 */
export async function buildInStagingDir<T extends { readonly extents: readonly Extent[] }>(
  target: string,
  build: (tree: Tree) => Promise<T>,
): Promise<T> {
  const beside = getStagingDir(target);
  const [next, last] = [path.join(beside, 'next'), path.join(beside, 'last')];
  mkdirSync(beside, { recursive: true });
  const busy = (process: string) => `${target} is being built by another process (${process}). Wait for its end.`;
  const lock = await lockDataDirectory(beside, busy);
  try {
    if (!existsSync(target) && existsSync(last)) renameSync(last, target);
    if (existsSync(last)) rmSync(last, { recursive: true });
    const result = await build(openTree(next, target, beside));
    if (existsSync(target)) renameSync(target, last);
    renameSync(next, target);
    if (existsSync(last)) renameSync(last, next);
    if (isMostlyNew(result.extents)) catchUp(openTree(next, target, beside));
    return result;
  } finally {
    await lock.release();
  }
}

/** Whether a build made most of its files, so that the one before it has little that the next one could keep. */
function isMostlyNew(extents: readonly Extent[]): boolean {
  return extents.reduce((sum, { files, made }) => sum + 2 * made - files, 0) > 0;
}

/** Makes a tree the same as the last good one, so that the next build only has to make what changes. */
function catchUp(tree: Tree): void {
  for (const part of PARTS) {
    const ledger = openBuildCache(tree, part);
    ledger.takeOver();
    ledger.finish();
  }
}

/** Where a build works, on the same disk as its target. Without it, the next build makes everything anew. */
export function getStagingDir(target: string): string {
  return path.join(path.dirname(target), `.${path.basename(target)}.build`);
}

/** Removes the ledgers of folders that are gone. */
function forgetOthers(ledgers: string, folders: readonly string[]): void {
  const known = folders.map(nameOf);
  for (const file of readdirSync(ledgers)) {
    if (file.endsWith('.json') && !known.some(name => file.startsWith(`${name}.`))) rmSync(path.join(ledgers, file));
  }
}

function ledgerFile(folder: string, ledgers: string, part: Part): string {
  return path.join(ledgers, `${nameOf(folder)}.${part}.json`);
}

/** A folder is known by its inode and birth, which go with it when it is renamed, and do not come back when it is gone. */
function nameOf(folder: string): string {
  const { ino, birthtimeMs } = statSync(folder);
  return `${ino}-${Math.round(birthtimeMs)}`;
}
