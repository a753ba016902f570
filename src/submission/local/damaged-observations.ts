import { rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * Sets damaged observations of a registry's own aside, beside where they were: what was observed is observed anew by the
 * next check, so that a damaged one is no reason not to start.
 *
 * @param files what was found broken, anywhere
 * @returns those that were set aside
 */
export async function setAsideDamaged<T extends { readonly file: string }>(
  files: readonly T[],
  observationsDir: string,
): Promise<readonly T[]> {
  const ours = files.filter(({ file }) => path.resolve(file).startsWith(path.resolve(observationsDir) + path.sep));
  for (const { file } of ours) await rename(file, `${file}.damaged`);
  return ours;
}
