import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** What git names temporary packs, indexes and objects: `tmp_pack_x1Y2z3`, `.tmp-12-pack-….pack`, `tmp_obj_x1Y2z3`. */
const TEMPORARY = /^(tmp_|\.tmp-)/;

/** fast-import writes what it was doing to one of these when it fails. */
const CRASH_REPORT = /^fast_import_crash_\d+$/;

/** fast-import keeps its pack by this until its branches are updated; repack would leave such a pack alone for ever. */
const KEEP_REASON = 'fast-import';

/**
 * Removes files that killed git processes left in a repository, where no git is running: temporary packs and objects, crash
 * reports of fast-import, and its keep files. All objects that a branch reaches stay.
 *
 * @param gitDir the folder `.git`; may not exist
 * @returns the paths of the removed files
 */
export async function removeGitLeftovers(gitDir: string): Promise<string[]> {
  const objects = path.join(gitDir, 'objects');
  const packs = path.join(objects, 'pack');
  const fanOut = (await names(objects)).filter(name => /^[0-9a-f]{2}$/.test(name));
  const found = [
    ...(await matching(gitDir, CRASH_REPORT)),
    ...(await matching(objects, TEMPORARY)),
    ...(await matching(packs, TEMPORARY)),
    ...(await keepFiles(packs)),
  ];
  for (const name of fanOut) found.push(...(await matching(path.join(objects, name), TEMPORARY)));
  await Promise.all(found.map(file => rm(file, { force: true, recursive: true })));
  return found;
}

async function keepFiles(packs: string): Promise<string[]> {
  const files = await matching(packs, /\.keep$/);
  const reasons = await Promise.all(files.map(file => readFile(file, 'utf8').catch(() => '')));
  return files.filter((_, index) => reasons[index]?.trim() === KEEP_REASON);
}

async function matching(folder: string, pattern: RegExp): Promise<string[]> {
  return (await names(folder)).filter(name => pattern.test(name)).map(name => path.join(folder, name));
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
