import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Observation } from '#listing/observation.ts';
import { ifExists } from '#store/if-exists.ts';

/**
 * Imports the observations of a folder. An observation is imported only if its check is later than that of the
 * registry's own. Files that are not newer than the existing copy are not read. Removes drafts that a crash left
 * behind.
 *
 * @param from the folder that revalidation wrote to; undefined if it never ran
 * @param to the registry's own folder; created if it does not exist
 */
export async function seedObservations(from: string | undefined, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await files(to)) if (name.endsWith('.draft')) await rm(path.join(to, name), { force: true });
  if (from === undefined || path.resolve(from) === path.resolve(to)) return;
  for (const name of await files(from)) {
    if (name.endsWith('.json')) await importFile(path.join(from, name), path.join(to, name));
  }
}

async function files(folder: string): Promise<string[]> {
  const entries = (await ifExists(readdir(folder, { withFileTypes: true }))) ?? [];
  const inside = entries
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(async ({ name }) => (await readdir(path.join(folder, name))).map(file => path.join(name, file)));
  return (await Promise.all(inside)).flat();
}

async function importFile(source: string, target: string): Promise<void> {
  const [theirs, ours] = await Promise.all([stat(source), ifExists(stat(target))]);
  if (ours && ours.mtimeMs >= theirs.mtimeMs) return;
  if (ours && (await readCheckTime(target)) >= (await readCheckTime(source))) return;
  await mkdir(path.dirname(target), { recursive: true });
  await copyFile(source, `${target}.draft`);
  await rename(`${target}.draft`, target);
}

/** The time of the last check in milliseconds since 1970. Returns 0 for a file that is not an observation. */
async function readCheckTime(file: string): Promise<number> {
  try {
    const { last_checked_at } = JSON.parse(await readFile(file, 'utf8')) as Partial<Observation>;
    return Date.parse(last_checked_at ?? '') || 0;
  } catch {
    return 0;
  }
}
