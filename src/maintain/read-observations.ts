import { recordPath } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { readObservation } from '#store/record-files.ts';
import { readFiles } from '#submission/git/files.ts';
import type { Git } from '#submission/git/git.ts';
import { OBSERVATIONS } from '#submission/revalidation/written-run.ts';
import type { Setup } from './revalidation-setup.ts';

/**
 * Reads the observations of listings from their directory or, in a clone, from the newer of the local branch and the fetched
 * branch.
 *
 * @param git the repository of the records; undefined if they are in none
 * @returns by id; without the listings that were never checked
 * @throws RangeError if a file in the directory is invalid
 */
export async function readObservations(
  ids: readonly string[],
  setup: Pick<Setup, 'observationsDir' | 'observationsFromBranch'>,
  git: Git | undefined,
): Promise<ReadonlyMap<string, Observation>> {
  const { observationsDir, observationsFromBranch } = setup;
  if (observationsFromBranch) return git ? readBranch(ids, git) : new Map();
  const read = new Map<string, Observation>();
  for (const id of ids) {
    const found = await readObservation(observationsDir, id);
    if (found && !found.ok)
      throw new RangeError(`${found.file} is not a valid observation. ${found.findings[0]?.message}`);
    if (found) read.set(id, found.value);
  }
  return read;
}

async function readBranch(ids: readonly string[], git: Git): Promise<ReadonlyMap<string, Observation>> {
  const refs = [`refs/heads/${OBSERVATIONS}`, `refs/remotes/origin/${OBSERVATIONS}`];
  const order = ['--sort=-committerdate', '--count=1', '--format=%(objectname)'];
  const tip = String(await git.run(['for-each-ref', ...order, ...refs])).trim();
  const files = tip === '' ? [] : await readFiles(git, tip, ids.map(recordPath));
  return new Map(
    ids.flatMap((id, index) => {
      const bytes = files[index];
      const parsed = bytes && parseJsonText(bytes);
      if (!parsed?.ok || observationFindings(parsed.value).length > 0) return [];
      return [[id, parsed.value as Observation] as const];
    }),
  );
}
