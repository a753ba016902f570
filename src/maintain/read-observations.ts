import { parseStored, recordPath } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import type { Finding } from '#manifest/finding.ts';
import { readObservation } from '#store/record-files.ts';
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
 * @returns by id; without the listings that were never checked
 * @throws RangeError if an observation is invalid
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
    if (found && !found.ok) throw invalidObservation(found.file, found.findings);
    if (found) read.set(id, found.value);
  }
  return read;
}

function invalidObservation(file: string, findings: readonly Finding[]): RangeError {
  return new RangeError(`${file} is not a valid observation. ${findings[0]?.message}`);
}

async function readBranch(ids: readonly string[], git: Git): Promise<ReadonlyMap<string, Observation>> {
  const tip = await findObservations(git, OBSERVATIONS);
  const files = tip === undefined ? [] : await readFiles(git, tip, ids.map(recordPath));
  return new Map(
    ids.flatMap((id, index) => {
      const bytes = files[index];
      if (!bytes) return [];
      const parsed = parseStored<Observation>(bytes, observationFindings);
      if (!parsed.ok) throw invalidObservation(`${OBSERVATIONS}:${recordPath(id)}`, parsed.error);
      return [[id, parsed.value] as const];
    }),
  );
}
