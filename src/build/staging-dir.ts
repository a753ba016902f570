import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { EXPORT_INDEX } from '#listing/export/export.ts';
import { createFolder } from '#store/create-folder.ts';
import { lockDataDirectory } from '#submission/local/data-lock.ts';
import type { Progress } from './progress.ts';
import type { BuildResult, LastBuild } from './state/last-build.ts';
import { isComplete, openBuildCache, openTree, PARTS, type Tree } from './tree.ts';

/**
 * Builds next to the last good output, and then replaces it, unless nothing has changed since the last build. If the
 * process is killed, the last good output stays; only between two renames it is briefly at `<name>.last`, from where the
 * next build restores it.
 * @param target the path of the output
 * @param build writes into the given tree
 * @param last the state of the last build of the same target
 * @throws RangeError with a message for the operator if another process builds the same target, or if the target has other
 * files than those of a build, which would be lost
 */
export async function buildInStagingDir(
  target: string,
  build: (tree: Tree, progress: Progress) => Promise<BuildResult>,
  { last, progress }: { readonly last: LastBuild; readonly progress: Progress },
): Promise<BuildResult> {
  const stagingDir = getStagingDir(target);
  const [next, replaced] = [path.join(stagingDir, 'next'), path.join(stagingDir, 'last')];
  requireReplaceable(target, stagingDir);
  createStagingDir(stagingDir, target);
  requireSameFileSystem(target, stagingDir);
  const busy = (process: string) => `${target} is being built by another process (${process}). Wait until it ends.`;
  const lock = await lockDataDirectory(stagingDir, busy);
  try {
    if (!existsSync(target) && existsSync(replaced)) renameSync(replaced, target);
    if (existsSync(replaced)) rmSync(replaced, { recursive: true });
    const unchanged = await last.repeat(progress);
    if (unchanged) return unchanged;
    const result = await build(openTree(next, target, stagingDir), last.record(progress));
    if (existsSync(target)) renameSync(target, replaced);
    renameSync(next, target);
    if (existsSync(replaced)) renameSync(replaced, next);
    if (isMostlyNew(result)) copyLastGood(openTree(next, target, stagingDir));
    last.save(result);
    return result;
  } finally {
    await lock.release();
  }
}

/** @throws RangeError if the target exists, and is not the output of a build, also of an older version */
function requireReplaceable(target: string, stagingDir: string): void {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found === undefined) return;
  const isBuild = () => isComplete(target, stagingDir) || existsSync(path.join(target, EXPORT_INDEX));
  if (found.isDirectory() && (readdirSync(target).length === 0 || isBuild())) return;
  throw new RangeError(
    `${target} is not the output of a build, so a build does not replace it. Set BUILD_DIR to a new folder, or delete it.`,
  );
}

/** @throws RangeError with a message for the operator if it cannot be created */
function createStagingDir(stagingDir: string, target: string): void {
  try {
    createFolder(stagingDir);
  } catch (cause) {
    const reason = `A build of ${target} needs the folder ${stagingDir}, which cannot be created: ${(cause as Error).message}.`;
    throw new RangeError(`${reason} Set BUILD_DIR to a folder in a place that this user can write.`, { cause });
  }
}

/** @throws RangeError if the target cannot be replaced, because it is a mount point, such as a volume of a container */
function requireSameFileSystem(target: string, stagingDir: string): void {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found === undefined || found.dev === statSync(stagingDir).dev) return;
  const inside = path.join(target, 'dist');
  throw new RangeError(`${target} is a mount point, so a build cannot replace it. Set BUILD_DIR to ${inside}.`);
}

/** Whether a build generated most of its files, so that the previous one has few that the next one could reuse. */
function isMostlyNew({ extents }: BuildResult): boolean {
  return extents.reduce((sum, { files, made }) => sum + 2 * made - files, 0) > 0;
}

/** Makes a tree equal to the last good one, so that the next build generates only the changes. */
function copyLastGood(tree: Tree): void {
  for (const part of PARTS) {
    const cache = openBuildCache(tree, part);
    cache.linkAll();
    cache.finish();
  }
}

/**
 * Returns the staging folder of a build, on the same disk as its target. Without it, the next build generates
 * everything.
 */
export function getStagingDir(target: string): string {
  return path.join(path.dirname(target), `.${path.basename(target)}.build`);
}
