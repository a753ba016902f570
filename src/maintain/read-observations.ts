import { parseStored, recordPath } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import { type BrokenFile, readObservation } from '#store/record-files.ts';
import { readFiles } from '#submission/git/files.ts';
import type { Git } from '#submission/git/git.ts';
import { findObservations } from '#submission/revalidation/observation-files.ts';
import { OBSERVATIONS } from '#submission/revalidation/written-run.ts';
import type { Setup } from './revalidation-setup.ts';

/**
 * Reads the observations of listings from their directory or, in a clone, from the newer of the local branch and the fetched
 * branch.
 *
 * @param git the repository of the records; undefined if they are in none
 * @param onBroken called with each invalid observation
 * @returns by id; without the listings that were never checked, and those with an invalid observation
 */
export async function readObservations(
  ids: readonly string[],
  setup: Pick<Setup, 'observationsDir' | 'observationsFromBranch'>,
  git: Git | undefined,
  onBroken: (file: BrokenFile) => void,
): Promise<ReadonlyMap<string, Observation>> {
  const { observationsDir, observationsFromBranch } = setup;
  if (observationsFromBranch) return git ? readBranch(ids, git, onBroken) : new Map();
  const read = new Map<string, Observation>();
  for (const id of ids) {
    const found = await readObservation(observationsDir, id);
    if (found?.ok) read.set(id, found.value);
    else if (found) onBroken(found);
  }
  return read;
}

async function readBranch(
  ids: readonly string[],
  git: Git,
  onBroken: (file: BrokenFile) => void,
): Promise<ReadonlyMap<string, Observation>> {
  const tip = await findObservations(git, OBSERVATIONS);
  const files = tip === undefined ? [] : await readFiles(git, tip, ids.map(recordPath));
  return new Map(
    ids.flatMap((id, index) => {
      const bytes = files[index];
      if (!bytes) return [];
      const parsed = parseStored<Observation>(bytes, observationFindings);
      if (parsed.ok) return [[id, parsed.value] as const];
      onBroken({ ok: false, file: `${OBSERVATIONS}:${recordPath(id)}`, findings: parsed.error });
      return [];
    }),
  );
}
