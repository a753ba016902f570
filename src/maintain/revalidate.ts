import { sanitizeLine } from '#cli/terminal/sanitize-line.ts';
import type { BrokenFile } from '#store/record-files.ts';
import { findRepository } from '#submission/git/find-repository.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { requireBranch } from '#submission/revalidation/commit-results.ts';
import { type RequestedRun, requestRun } from '#submission/revalidation/control-socket.ts';
import { checkOutObservations } from '#submission/revalidation/observation-files.ts';
import { formatBrokenFile, runSummary } from '#submission/revalidation/run-summary.ts';
import { OBSERVATIONS, writeRun } from '#submission/revalidation/written-run.ts';
import { checkDue } from '#submission/revalidation.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { observeOrigin, verifyOrigin } from '#verify/verify-origin.ts';
import { explainRemoteError } from './explain-remote-error.ts';
import { chooseRegistry, type Environment, type Setup } from './revalidation-setup.ts';

/** Listings that are checked concurrently. */
const CONCURRENCY = 128;

/** Progress lines per run if standard error is not a terminal. */
const PROGRESS_LINES = 10;

/**
 * Checks the listings that are due and stores the results in the results directory.
 *
 * @returns the records that were skipped, because they cannot be read or are invalid
 * @throws RangeError if SIGINT or SIGTERM stops the run; the next run continues with the stored results
 */
export async function checkDueListings(setup: Setup): Promise<readonly BrokenFile[]> {
  const { registryDir, blocklistDirs, observationsDir, resultsDir, shard, self, timeBudget } = setup;
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  // Before the checks, which can take long, and whose results would be lost.
  if (setup.lock && !setup.remote) await requireBranch((await findRepository(registryDir)).git, setup.baseBranch);
  if (setup.observationsFromBranch) {
    const { git } = await findRepository(registryDir, setup.siteName);
    await explainRemoteError(checkOutObservations(git, OBSERVATIONS, observationsDir, setup.remote));
  }
  const blocklist = await readBlocklist(...blocklistDirs);
  const fetcher = createGuardedFetcher({ ...setup, blocklist });
  const broken: BrokenFile[] = [];
  const { due, checked } = await checkDue({
    registryDir,
    observationsDir,
    resultsDir,
    shard,
    self,
    blocklist,
    atOnce: CONCURRENCY,
    verify: ({ url }, known) => verifyOrigin(url, { fetcher, now: Date.now, onError: console.error }, known),
    observe: setup.watchesDocumentation
      ? ({ url }, manifest) => observeOrigin(url, manifest, { fetcher, now: Date.now })
      : undefined,
    now: Date.now,
    onProgress: createProgressOutput(),
    onBroken(file) {
      broken.push(file);
      console.error(sanitizeLine(formatBrokenFile(file), 400));
    },
    onFault: console.error,
    stop: AbortSignal.any([interrupted.signal, AbortSignal.timeout(timeBudget)]),
  });
  await fetcher.close();
  console.error(`Checked ${checked} of ${due} due listings.`);
  if (interrupted.signal.aborted)
    throw new RangeError('Interrupted. The results are saved. Run the command again to continue.');
  return broken;
}

/**
 * Commits the results of all shards to the registry and the branch `observations`.
 *
 * @param broken the records that the checks skipped
 * @returns a summary of the run as Markdown, and the reason if the circuit breaker rejected the results
 */
export async function commitResults(
  setup: Setup,
  broken: readonly BrokenFile[],
): Promise<{ readonly summary: string; readonly breakerReason: string | undefined }> {
  const { registryDir, isOwn, observationsDir, resultsDir, baseBranch, remote, siteName } = setup;
  const { tally, breakerReason, outdated } = await explainRemoteError(
    writeRun({
      registryDir,
      isOwn,
      observationsDir,
      resultsDir,
      base: baseBranch,
      remote,
      siteName,
      now: Date.now(),
    }),
  );
  for (const id of outdated)
    console.error(`The record of ${id} changed during its check, or is uncommitted. The next run checks it again.`);
  return { summary: runSummary(tally, { breakerReason, broken }), breakerReason };
}

/**
 * Requests that the running server of a local registry checks the listings that are due, and prints its progress.
 *
 * @returns undefined if no server runs on the registry, so that this process can do it
 * @throws RangeError if the run fails
 */
export async function revalidateByServer(environment: Environment): Promise<RequestedRun | undefined> {
  const { isOwn, dataDir } = await chooseRegistry(environment);
  if (!isOwn) return undefined;
  const run = await requestRun(dataDir, createProgressOutput());
  if (run) console.error('The running server checked the due listings.');
  return run;
}

/** Prints progress to standard error: one line that updates in a terminal, otherwise one line per tenth of the run. */
function createProgressOutput(): (done: number, total: number) => void {
  const isTerminal = process.stderr.isTTY === true && process.env.TERM !== 'dumb';
  let lastStep = 0;
  return (done, total) => {
    const line = `${done} of ${total} checked`;
    if (isTerminal) {
      process.stderr.write(`\r\u001b[K${line}${done === total ? '\n' : ''}`);
      return;
    }
    const step = Math.floor((PROGRESS_LINES * done) / total);
    if (step !== lastStep) process.stderr.write(`${line}\n`);
    lastStep = step;
  };
}
