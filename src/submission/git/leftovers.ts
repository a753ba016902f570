import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ifExists } from '#store/if-exists.ts';

/**
 * Matches the temporary packs, indexes, and objects of git: `tmp_pack_x1Y2z3`, `.tmp-12-pack-….pack`, `tmp_obj_x1Y2z3`.
 */
const TEMPORARY = /^(tmp_|\.tmp-)/;

/** Matches the crash reports of fast-import. */
const CRASH_REPORT = /^fast_import_crash_\d+$/;

/**
 * fast-import writes this reason to the `.keep` file of its pack until its branches are updated. If it stays, repack
 * ignores the pack forever.
 */
const KEEP_REASON = 'fast-import';

/**
 * Removes files that killed git processes left in a repository: temporary packs and objects, crash reports of
 * fast-import, and its keep files. Keeps all reachable objects. No git process may be running.
 *
 * @param gitDir the `.git` folder; may not exist
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
  return (await ifExists(readdir(folder))) ?? [];
}
