/**
 * Deploys ./dist and the Worker, tests the deployment, and rolls back if a test fails (workflow deploy.yml). Packs the
 * files first if the plan allows fewer, and updates the D1 database if wrangler.jsonc binds one. A rollback restores the
 * database, too.
 *
 * Environment: CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN for wrangler; REGISTRY_URL, SITE_URL, VALIDATOR_URL, and
 * MCP_URL if the surfaces have their own domains; CLOUDFLARE_PLAN (free or paid; default: free); FINGERPRINT of
 * `find-changes.ts`; for other settings, see `deploy/plan.ts`. Exit status: 0 deployed, 1 not
 * deployed or rolled back, 2 a broken version is deployed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { unstable_readConfig } from 'wrangler';
import type { Summary } from '#edge/catalog/catalog.ts';
import { addressesFrom } from '#edge/config.ts';
import { wrangler } from '#setup/cloudflare/wrangler.ts';
import { runSmokeChecks } from '../smoke/run-checks.ts';
import { waitForCommit } from '../smoke/wait-for-commit.ts';
import { DEPLOYED_STATE_FILE, type DeployedState } from './deploy/deployed-state.ts';
import { type DeploymentOutcome, deploy } from './deploy/deployment.ts';
import { fillDatabase, findBoundDatabase } from './deploy/fill-database.ts';
import { fitPlan } from './deploy/fit-plan.ts';
import { createPlan } from './deploy/plan.ts';
import { runJob } from './github-job/run-job.ts';

const { env } = process;

/** Maximum seconds until a deployed version is available everywhere. */
const MAX_ROLLOUT_SECONDS = 120;

const EXIT_STATUS: Readonly<Record<DeploymentOutcome, number>> = {
  deployed: 0,
  refused: 1,
  'rolled-back': 1,
  broken: 2,
};

await runJob(async () => {
  const { commit } = JSON.parse(await readFile('dist/index/summary.json', 'utf8')) as Summary;
  const state: DeployedState = { fingerprint: env.FINGERPRINT ?? '', deployed_at: new Date().toISOString() };
  await writeFile(`dist/${DEPLOYED_STATE_FILE}`, `${JSON.stringify(state)}\n`);
  const folder = await fitPlan('dist', 'dist-packed', env.CLOUDFLARE_PLAN ?? '', console.log);
  const tools = { wrangler, log: console.log };
  const database = findBoundDatabase(unstable_readConfig({ config: 'wrangler.jsonc' }));
  const plan = { ...createPlan(env), ...(folder !== 'dist' && { assets: folder }) };
  const outcome = await deploy(plan, {
    ...tools,
    fillDatabase: database === undefined ? undefined : () => fillDatabase(database, 'dist', tools),
    async smoke(url) {
      const target = {
        ...addressesFrom(env, url),
        readOnly: !env.SUBMISSION_APP_ID,
        commit: commit ?? undefined,
        maxAgeHours: undefined,
      };
      await waitForCommit(target, MAX_ROLLOUT_SECONDS);
      const { checks, failed } = await runSmokeChecks(target, console.log);
      console.log(`${checks - failed} of ${checks} checks passed at ${url}.`);
      return failed === 0;
    },
  });
  console.log(`Outcome: ${outcome}.`);
  return EXIT_STATUS[outcome];
});
