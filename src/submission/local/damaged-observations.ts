import { rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * Renames damaged observations of the registry's own folder to `<name>.damaged`. The next check creates them again, so
 * a damaged observation does not prevent a start.
 *
 * @param files broken files in any folder
 * @returns the renamed files
 */
export async function setAsideDamaged<T extends { readonly file: string }>(
  files: readonly T[],
  observationsDir: string,
): Promise<readonly T[]> {
  const ours = files.filter(({ file }) => path.resolve(file).startsWith(path.resolve(observationsDir) + path.sep));
  for (const { file } of ours) await rename(file, `${file}.damaged`);
  return ours;
}
