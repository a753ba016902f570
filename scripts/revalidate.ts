/**
 * `npm run revalidate`: checks the listings that are due for a check (design: Submission, Re-validation).
 *
 *   node scripts/revalidate.ts          checks the listings and commits the results
 *   node scripts/revalidate.ts check    checks the shard SHARD (e.g. 2/4) and stores the results in RESULTS_DIR
 *   node scripts/revalidate.ts settle   commits the results of all shards in RESULTS_DIR, unless the circuit breaker trips
 *
 * Each changed record becomes a commit, and the branch `observations` gets one commit. With GITHUB_TOKEN and
 * GITHUB_REPOSITORY, the script pushes them (REMOTE_URL: to another repository). Otherwise, they stay in the repository
 * that contains REGISTRY_DIR. REGISTRY_DIR, OBSERVATIONS_DIR, DATA_DIR, RESULTS_DIR, SITE_URL, BASE_BRANCH, and RUN_MINUTES
 * (40) have defaults, see `src/maintain/revalidation-setup.ts`. If a server runs on the local registry, it checks the
 * listings on behalf of this script. It may also run during `check`, but not during `settle`. After a crash, the next run continues where the last one stopped.
 *
 * Exit status: 0 success, 1 circuit breaker or internal error, 2 invalid arguments.
 */
import { parseArgs } from 'node:util';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { checkDueListings, commitResults, revalidateByServer } from '#maintain/revalidate.ts';
import { loadSetup } from '#maintain/revalidation-setup.ts';
import { writeSummary } from './workflows/github-job/job.ts';
import { runJob } from './workflows/github-job/run-job.ts';

const run = process.env.GITHUB_ACTIONS ? runJob : runScript;

await run(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [step = 'all'] = positionals;
  if (!['all', 'check', 'settle'].includes(step) || positionals.length > 1)
    throw new UsageError('Usage: npm run revalidate -- [check | settle]');
  const requested = step === 'all' ? await revalidateByServer(process.env) : undefined;
  if (requested) {
    await writeSummary(process.env, requested.summary);
    if (requested.breakerReason !== undefined) throw new RangeError(requested.breakerReason);
    return;
  }
  const setup = await loadSetup(process.env, step !== 'check');
  try {
    if (step !== 'settle') await checkDueListings(setup);
    if (step === 'check') return;
    const { summary, breakerReason } = await commitResults(setup);
    await writeSummary(process.env, summary);
    if (breakerReason !== undefined) throw new RangeError(breakerReason);
  } finally {
    await setup.lock?.release();
  }
});
