/** `npm run revalidate`: checks the listings that are due for a check (design: Submission, Re-validation). */
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { checkDueListings, commitResults, revalidateByServer } from '#maintain/revalidate.ts';
import { loadSetup } from '#maintain/revalidation-setup.ts';
import { brokenSummary } from '#submission/revalidation/run-summary.ts';
import { writeSummary } from './workflows/github-job/job.ts';
import { runJob } from './workflows/github-job/run-job.ts';

const run = process.env.GITHUB_ACTIONS ? runJob : runScript;

const USAGE = `Usage: npm run revalidate -- [check | settle]

Checks the listings that are due for a check, and commits the results.

  check   only checks the shard SHARD, such as 2/4, and stores the results in RESULTS_DIR
  settle  only commits the results of all shards in RESULTS_DIR, unless the circuit breaker trips

Each changed record becomes a commit, and the branch observations gets one commit. With GITHUB_TOKEN and
GITHUB_REPOSITORY, the commits are pushed (with REMOTE_URL, to another repository). Otherwise, they stay in the repository
that contains REGISTRY_DIR.

A record that cannot be read or is invalid is skipped and reported, and the others are checked.

If a server runs on the local registry, it does the work. It may also run during check, but not during settle. After a
crash, the next run continues where the last one stopped.

Environment: REGISTRY_DIR, OBSERVATIONS_DIR, DATA_DIR, RESULTS_DIR, SITE_URL, BASE_BRANCH (default: main), and RUN_MINUTES
(default: 40), the time for starting checks.

Exit status: 0 success, 1 circuit breaker or internal error, 2 invalid arguments.`;

await run(async () => {
  const { positionals } = parseScriptArgs(USAGE, { allowPositionals: true });
  const [step = 'all'] = positionals;
  if (!['all', 'check', 'settle'].includes(step) || positionals.length > 1)
    throw new UsageError(`Unexpected argument "${positionals.at(-1)}". Usage: npm run revalidate -- [check | settle]`);
  const requested = step === 'all' ? await revalidateByServer(process.env) : undefined;
  if (requested) {
    await writeSummary(process.env, requested.summary);
    if (requested.breakerReason !== undefined) throw new RangeError(requested.breakerReason);
    return;
  }
  const setup = await loadSetup(process.env, step !== 'check');
  try {
    const broken = step === 'settle' ? [] : await checkDueListings(setup);
    if (step === 'check') {
      if (broken.length > 0) await writeSummary(process.env, brokenSummary(broken));
      return;
    }
    const { summary, breakerReason } = await commitResults(setup, broken);
    await writeSummary(process.env, summary);
    if (breakerReason !== undefined) throw new RangeError(breakerReason);
  } finally {
    await setup.lock?.release();
  }
});
