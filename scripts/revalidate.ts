/**
 * `npm run revalidate`: checks the listings again whose check is due (design: Submission, Re-validation).
 *
 *   node scripts/revalidate.ts          checks, and writes what it found
 *   node scripts/revalidate.ts check    checks the shard SHARD (e.g. 2/4), and keeps the results in RESULTS_DIR
 *   node scripts/revalidate.ts settle   writes the results of all shards that RESULTS_DIR holds, or nothing, by the brake
 *
 * What is written: a commit for each record that changed, and the branch `observations`, as one commit. With GITHUB_TOKEN and
 * GITHUB_REPOSITORY they are pushed there (REMOTE_URL: to another repository), else they stay in the repository that
 * REGISTRY_DIR lies in. REGISTRY_DIR, OBSERVATIONS_DIR, DATA_DIR, RESULTS_DIR, SITE_URL, BASE_BRANCH and RUN_MINUTES (40)
 * have defaults, see `src/maintain/revalidation-setup.ts`. A local registry's server may go on while `check` runs; the rest needs it to be
 * stopped. Started again after a kill, it goes on where it was. Exit status 1: the brake
 * stopped it, or a fault of ours.
 */
import * as core from '@actions/core';
import { type Setup, setupFrom } from '#maintain/revalidation-setup.ts';
import { findRepository } from '#submission/git/find-repository.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { checkOutObservations } from '#submission/revalidation/observation-files.ts';
import { runSummary } from '#submission/revalidation/run-summary.ts';
import { OBSERVATIONS, writeRun } from '#submission/revalidation/written-run.ts';
import { checkDue } from '#submission/revalidation.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { progressLines } from './revalidate/progress-lines.ts';
import { writeSummary } from './workflows/github-job/job.ts';

/** How many listings are checked side by side. */
const AT_ONCE = 128;

const STEPS: Readonly<Record<string, readonly ((setup: Setup) => Promise<void>)[]>> = {
  '': [check, settle],
  check: [check],
  settle: [settle],
};

try {
  const steps = STEPS[process.argv[2] ?? ''];
  if (!steps) throw new RangeError('usage: node scripts/revalidate.ts [check | settle]');
  const setup = await setupFrom(process.env, steps.includes(settle));
  try {
    for (const step of steps) await step(setup);
  } finally {
    await setup.lock?.release();
  }
} catch (error) {
  fail(error instanceof RangeError ? error.message : String(error instanceof Error ? error.stack : error));
}

function fail(message: string): void {
  if (process.env.GITHUB_ACTIONS) core.setFailed(message);
  else console.error(message);
  process.exitCode = 1;
}

async function check(setup: Setup): Promise<void> {
  const { registryDir, refusedIn, observationsDir, resultsDir, shard, patience } = setup;
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  if (setup.observationsFromBranch) {
    const { git } = await findRepository(registryDir);
    await checkOutObservations(git, OBSERVATIONS, observationsDir);
  }
  const fetcher = createGuardedFetcher(setup);
  const { due, checked } = await checkDue({
    registryDir,
    observationsDir,
    resultsDir,
    shard,
    refusals: await readBlocklist(...refusedIn),
    atOnce: AT_ONCE,
    verify: ({ url }, known) => verifyOrigin(url, { fetcher, now: Date.now, onFault: console.error }, known),
    now: Date.now,
    onProgress: progressLines(),
    onFault: console.error,
    stop: AbortSignal.any([interrupted.signal, AbortSignal.timeout(patience)]),
  });
  await fetcher.close();
  console.error(`${checked} of ${due} due listings were checked.`);
  if (interrupted.signal.aborted)
    throw new RangeError('Stopped. The results are kept, and the next run goes on with them.');
}

async function settle({
  registryDir,
  isOwn,
  observationsDir,
  resultsDir,
  baseBranch,
  remote,
  siteName,
}: Setup): Promise<void> {
  const { tally, brake, outdated } = await writeRun({
    registryDir,
    isOwn,
    observationsDir,
    resultsDir,
    base: baseBranch,
    remote,
    siteName,
    now: Date.now(),
  });
  await writeSummary(process.env, runSummary(tally, brake));
  for (const id of outdated) console.error(`${id} changed while it was checked, and is checked again.`);
  if (brake !== undefined) throw new RangeError(brake);
}
