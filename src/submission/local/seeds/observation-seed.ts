import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Observation } from '#listing/observation.ts';

/**
 * Brings the observations of a folder in, each unless the registry's own is as new: the later check is the truer one.
 * A file that is no newer than our copy is not read again. Drafts that a kill left are removed.
 *
 * @param from where re-validation wrote; absent where it never ran
 * @param to the registry's own folder, made when it is missing
 */
export async function seedObservations(from: string | undefined, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await files(to)) if (name.endsWith('.draft')) await rm(path.join(to, name), { force: true });
  if (from === undefined || path.resolve(from) === path.resolve(to)) return;
  for (const name of await files(from)) {
    if (name.endsWith('.json')) await bringIn(path.join(from, name), path.join(to, name));
  }
}

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const inside = entries
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(async ({ name }) => (await readdir(path.join(folder, name))).map(file => path.join(name, file)));
  return (await Promise.all(inside)).flat();
}

async function bringIn(source: string, target: string): Promise<void> {
  const [theirs, ours] = await Promise.all([stat(source), stat(target).catch(() => undefined)]);
  if (ours && ours.mtimeMs >= theirs.mtimeMs) return;
  if (ours && (await checkedAt(target)) >= (await checkedAt(source))) return;
  await mkdir(path.dirname(target), { recursive: true });
  await copyFile(source, `${target}.draft`);
  await rename(`${target}.draft`, target);
}

/** Milliseconds since 1970; a file that is no observation was never checked. */
async function checkedAt(file: string): Promise<number> {
  try {
    const { last_checked_at } = JSON.parse(await readFile(file, 'utf8')) as Partial<Observation>;
    return Date.parse(last_checked_at ?? '') || 0;
  } catch {
    return 0;
  }
}
