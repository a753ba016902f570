import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { recordPath } from '#listing/listing-record.ts';
import { writeObservation } from '#store/record-files.ts';
import { findRepository, followHead } from '../git/find-repository.ts';
import { LONG_GIT_TIMEOUT_MS } from '../git/git.ts';
import { commitResults, observedIn, type Settlement } from './commit-results.ts';
import { pushResults, type Remote } from './push-results.ts';
import { readResults, resultFiles } from './results.ts';
import { createTally, findBreakerReason, type RunTally } from './run-tally.ts';

export interface WriteOptions {
  readonly resultsDir: string;
  /** Holds `listings/`; lies in the git repository that is written to. */
  readonly registryDir: string;
  /** Written to as well, unless the results go elsewhere. */
  readonly observationsDir: string;
  /** Whether that repository is a local registry's own, so that what it has forgotten may be removed from it. */
  readonly isOwn: boolean;
  /** The branch of the records. */
  readonly base: string;
  /** Where the results are pushed to; the repository here is written to where there is none. */
  readonly remote: Remote | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The author of the commits (default: the default of SITE_NAME). */
  readonly siteName?: string;
}

export interface WrittenRun {
  readonly tally: RunTally;
  /** Why nothing was written; undefined when something was, or nothing was due. */
  readonly brake: string | undefined;
  /** The listings that nothing was written for, because their record had moved on. */
  readonly outdated: ReadonlySet<string>;
}

/** The branch of what was observed, one file a listing. */
export const OBSERVATIONS = 'observations';

/**
 * Writes what all shards of a run found, or nothing where the brake says so, and removes the results. Killed at any
 * moment, it is done again by the next run: the results are the last to go.
 */
export async function writeRun(options: WriteOptions): Promise<WrittenRun> {
  const files = await resultFiles(options.resultsDir);
  const tally = await createTally(readResults(files));
  const brake = findBreakerReason(tally);
  if (brake !== undefined) {
    for (const file of files) await rename(file, path.join(path.dirname(file), `stopped-${path.basename(file)}`));
    return { tally, brake, outdated: new Set() };
  }
  const settlement = tally.checked > 0 ? await write(files, options) : undefined;
  for (const file of files) await rm(file, { force: true });
  return { tally, brake, outdated: settlement?.outdated ?? new Set() };
}

async function write(files: readonly string[], options: WriteOptions): Promise<Settlement> {
  const { registryDir, isOwn, observationsDir, base, remote, now, siteName } = options;
  const repository = await findRepository(registryDir, siteName);
  const { git, prefix, branch } = repository;
  const place = { git, records: base, prefix, observations: OBSERVATIONS, now };
  if (remote) return pushResults(files, place, remote);
  const settlement = await commitResults(files, { ...place, observationsDir });
  for await (const [id, observation] of observedIn(files, settlement.outdated)) {
    await writeObservation(observationsDir, id, observation);
  }
  const paths = settlement.committed.map(({ id }) => `${prefix}listings/${recordPath(id)}`);
  if (branch === base) await followHead(repository, paths);
  if (isOwn) await git.run(['repack', '-a', '-d', '--quiet'], { timeoutMs: LONG_GIT_TIMEOUT_MS });
  return settlement;
}
