/**
 * Deploys ./dist and the Worker, tests the deployed address, and rolls back when it does not hold (workflow deploy.yml).
 *
 * Environment: CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN for wrangler; REGISTRY_URL, SITE_URL, VALIDATOR_URL and
 * MCP_URL where the surfaces have domains of their own; further settings see `deploy/plan.ts`. Exit status: 0 deployed,
 * 1 not deployed or rolled back, 2 something broken is deployed.
 */
import { readFile } from 'node:fs/promises';
import type { Summary } from '#edge/catalog/catalog.ts';
import { addressesFrom } from '#edge/config.ts';
import { smoke } from '../smoke/run-checks.ts';
import { waitForCommit } from '../smoke/wait-for-commit.ts';
import { type DeploymentOutcome, deploy } from './deploy/deployment.ts';
import { planFrom } from './deploy/plan.ts';
import { wrangler } from './deploy/wrangler.ts';

const { env } = process;

/** Seconds until a deployed version answers everywhere. */
const SPREADING = 120;

const STATUS: Readonly<Record<DeploymentOutcome, number>> = { deployed: 0, refused: 1, 'rolled-back': 1, broken: 2 };

try {
  const { commit } = JSON.parse(await readFile('dist/index/summary.json', 'utf8')) as Summary;
  const outcome = await deploy(planFrom(env), {
    wrangler,
    tell: console.log,
    async smoke(address) {
      const place = {
        ...addressesFrom(env, address),
        readOnly: !env.SUBMISSION_APP_ID,
        commit: commit ?? undefined,
        maxAgeHours: undefined,
      };
      await waitForCommit(place, SPREADING);
      const { checks, failed } = await smoke(place, console.log);
      console.log(`${checks - failed} of ${checks} checks hold at ${address}.`);
      return failed === 0;
    },
  });
  console.log(`Outcome: ${outcome}.`);
  process.exitCode = STATUS[outcome];
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}
