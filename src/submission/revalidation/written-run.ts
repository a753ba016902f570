import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type ListingRecord, recordPath } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import { instant } from '#listing/time/timestamp.ts';
import { writeLastRun } from '#store/last-run.ts';
import { readObservation, writeObservation } from '#store/record-files.ts';
import type { Remote } from '../git/fetch-branch.ts';
import { readFiles } from '../git/files.ts';
import { findRepository, followHead, type SurroundingRepository } from '../git/find-repository.ts';
import { LONG_GIT_TIMEOUT_MS } from '../git/git.ts';
import { commitObservations, commitRecords, isNewer, observedIn, type Settlement } from './commit-results.ts';
import { pushResults } from './push-results.ts';
import { isRunComplete, openRun, type RunResults, resultFiles } from './results.ts';
import { createTally, findBreakerReason, type RunTally } from './run-tally.ts';

export interface WriteOptions {
  readonly resultsDir: string;
  /** Contains `listings/`; must be in the git repository that receives the results. */
  readonly registryDir: string;
  /** Also receives the observations, unless the results are pushed to a remote. */
  readonly observationsDir: string;
  /** Whether the repository belongs to a local registry, so that unreachable objects may be removed from it. */
  readonly isOwn: boolean;
  /** The branch of the records. */
  readonly base: string;
  /** The remote to push the results to. If undefined, the results are written to the local repository. */
  readonly remote: Remote | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The author of the commits (default: the default of SITE_NAME). */
  readonly siteName?: string;
}

export interface WrittenRun {
  readonly tally: RunTally;
  /** Why the circuit breaker stopped the run. Undefined if results were written, or if nothing was due. */
  readonly breakerReason: string | undefined;
  /** The listings whose results were dropped because their record changed during the run, or is uncommitted. */
  readonly outdated: ReadonlySet<string>;
  /** The records that were committed. */
  readonly committed: readonly ListingRecord[];
}

/** The branch of the observations, with one file per listing. */
export const OBSERVATIONS = 'observations';

/**
 * Writes the results of all shards of a run, or nothing if the circuit breaker trips, and removes the result files. Writes the
 * time of the run only if each shard checked all its due listings. The files are removed last, so after a crash the next run writes the results again.
 */
export async function writeRun(options: WriteOptions): Promise<WrittenRun> {
  const files = await resultFiles(options.resultsDir);
  const results = await openRun(files);
  const tally = await createTally(results());
  const breakerReason = findBreakerReason(tally);
  if (breakerReason !== undefined) {
    for (const file of files) await rename(file, path.join(path.dirname(file), `stopped-${path.basename(file)}`));
    return { tally, breakerReason, outdated: new Set(), committed: [] };
  }
  const isComplete = await isRunComplete(files);
  const isWritten = tally.checked + tally.outcomes.unscheduled > 0 || (isComplete && options.remote !== undefined);
  const settlement = isWritten ? await write(results, { ...options, isComplete }) : undefined;
  if (isComplete) await writeLastRun(options.observationsDir, instant(options.now));
  for (const file of files) await rm(file, { force: true });
  return {
    tally,
    breakerReason,
    outdated: settlement?.outdated ?? new Set(),
    committed: settlement?.committed ?? [],
  };
}

async function write(
  results: RunResults,
  options: WriteOptions & { readonly isComplete: boolean },
): Promise<Settlement> {
  const { registryDir, isOwn, observationsDir, base, remote, now, siteName, isComplete } = options;
  const repository = await findRepository(registryDir, siteName);
  const { git, prefix, branch } = repository;
  const place = { git, records: base, prefix, observations: OBSERVATIONS, now, isComplete };
  if (remote) return pushResults(results, place, remote);
  const isFollowing = branch === base;
  const uncommitted = isFollowing && !isOwn ? await findUncommitted(results, repository) : undefined;
  const settlement = await commitRecords(results, { ...place, uncommitted });
  const { outdated } = settlement;
  // At the same time, because one waits for git and the other for the disk.
  const written = await Promise.allSettled([
    commitObservations(results, outdated, { ...place, observationsDir }),
    writeObservations(observedIn(results, outdated), observationsDir, now),
  ]);
  for (const each of written) if (each.status === 'rejected') throw each.reason;
  const paths = settlement.committed.map(({ id }) => `${prefix}listings/${recordPath(id)}`);
  if (isFollowing) await followHead(repository, paths);
  if (isOwn) await git.run(['repack', '-a', '-d', '--quiet'], { timeoutMs: LONG_GIT_TIMEOUT_MS });
  return settlement;
}

/**
 * Returns the listings whose record a run changes, and whose file in the work tree differs from the last commit: a maintainer
 * edits it, or a process was killed after its commit.
 */
async function findUncommitted(
  results: RunResults,
  { git, top, prefix }: SurroundingRepository,
): Promise<ReadonlySet<string>> {
  const ids: string[] = [];
  for await (const { id, change } of results()) if (change) ids.push(id);
  const paths = ids.map(id => `${prefix}listings/${recordPath(id)}`);
  const committed = await readFiles(git, 'HEAD', paths);
  const uncommitted = new Set<string>();
  for (const [index, file] of paths.entries()) {
    const text = await readFile(path.join(top, file), 'utf8').catch(() => undefined);
    // Git for Windows converts line breaks.
    if (text?.replaceAll('\r\n', '\n') !== committed[index]?.toString()) uncommitted.add(ids[index] ?? '');
  }
  return uncommitted;
}

/** The number of observations that are written at the same time, so that none waits for the disk alone. */
const WRITES = 16;

async function writeObservations(
  observed: AsyncGenerator<readonly [id: string, observation: Observation]>,
  observationsDir: string,
  now: number,
): Promise<void> {
  async function work(): Promise<void> {
    for (let next = await observed.next(); !next.done; next = await observed.next()) {
      const [id, observation] = next.value;
      const stored = await readObservation(observationsDir, id);
      if (!stored?.ok || isNewer(observation, stored.value, now))
        await writeObservation(observationsDir, id, observation);
    }
  }
  await Promise.all(Array.from({ length: WRITES }, work));
}
