import { generateKeyPairSync } from 'node:crypto';
import { listCloudflareSteps, listPreviewSteps } from './cloudflare/cloudflare-steps.ts';
import { createPreviewHostStep } from './cloudflare/preview-host.ts';
import type { Wrangler } from './cloudflare/wrangler.ts';
import { type DeploymentSettings, toEnvironment } from './deployment-settings.ts';
import { APP_KEY_FILE, type AppContext, createAppStep, createInstallationStep } from './github/app.ts';
import { createEnvironmentsStep } from './github/environments.ts';
import { createPendingError, createPushedStep, startDeployment } from './github/first-deployment.ts';
import { createLabelsStep } from './github/labels.ts';
import { createAccessStep } from './github/repository-access.ts';
import { createBlockingRulesStep, createRulesetsStep } from './github/rulesets.ts';
import { createSecretStep } from './github/secrets.ts';
import { createVariablesStep } from './github/variables.ts';
import { createPermissionsStep } from './github/workflow-permissions.ts';
import { createWorkflowsStep } from './github/workflows.ts';
import { listMachineSteps, type MachineContext } from './machine/machine-steps.ts';
import type { RunCommand } from './machine/run-command.ts';
import { createPlaceholdersStep } from './placeholders.ts';
import { createPublicRegistryStep, type Deployment } from './public-registry-step.ts';
import { createSmokeStep } from './smoke-step.ts';
import { SetupError, type Step } from './step.ts';

/** The services and secrets that steps use. Tests replace them. */
export interface SetupContext extends Omit<AppContext, 'owner' | 'repo'>, Omit<MachineContext, 'settings'> {
  readonly wrangler: Wrangler;
  readonly run: RunCommand;
  readonly fetch: typeof globalThis.fetch;
  /** Shows the progress of a step. */
  readonly report?: (line: string) => void;
  /** The tokens that the environments `production` and `preview` get. */
  readonly cloudflareTokens: { readonly production: string | undefined; readonly preview: string | undefined };
}

/** The file with the key that signs exports. */
const SIGNING_KEY_FILE = 'signing-key.pem';

/** Returns the steps for the platform in the settings, in the order in which they depend on each other. */
export function listSteps(context: SetupContext): readonly Step[] {
  const placeholders = createPlaceholdersStep(context.clone, context.settings);
  switch (context.settings.platform) {
    case 'github':
      return [placeholders, ...listGithubSteps(context)];
    case 'machine':
      return [
        placeholders,
        ...listMachineSteps(context),
        createRegistryStep(
          context,
          'Run systemctl restart registry, and see journalctl -u registry.',
          createFirstStart(context),
        ),
        createSmokeStep(context),
      ];
    case 'static':
      return [placeholders, createRegistryStep(context, STATIC_FIX, createStaticBuild(context))];
  }
}

/** The time until a new service responds in milliseconds: it builds its pages first. */
const START_TIMEOUT = 5 * 60_000;

/** Waits for the service, which an earlier step started. */
function createFirstStart({ sleep, report }: SetupContext): Deployment {
  return {
    product: 'the running service',
    start: async () => undefined,
    sleep,
    report,
    maxWait: START_TIMEOUT,
    createError: missing =>
      new SetupError(
        `The service was started, but the registry is not online. Missing: ${missing}. See journalctl -u registry, then run setup again.`,
      ),
  };
}

const STATIC_FIX = 'Run npm run setup, which builds the registry, and copy dist to the host.';

/** The time limit of a build in milliseconds. */
const BUILD_TIMEOUT = 30 * 60_000;

/** Builds the files. Only the operator can copy them to their host. */
function createStaticBuild({ settings, clone, run, sleep, report }: SetupContext): Deployment {
  return {
    product: 'the files in dist',
    sleep,
    createError: () => createCopyError(settings),
    async start() {
      report?.('      Building dist …');
      const { ok, output } = await run(process.execPath, ['scripts/build.ts', '--production'], {
        environment: toEnvironment(settings),
        cwd: clone,
        timeout: BUILD_TIMEOUT,
      });
      if (!ok) throw new SetupError(`The build failed: ${output.trim().split('\n').at(-1)}`);
      throw createCopyError(settings);
    },
  };
}

function createCopyError({ registry_url }: DeploymentSettings): SetupError {
  return new SetupError(`The registry is in dist. Copy it to the host of ${registry_url}, then run npm run doctor.`);
}

function listGithubSteps(context: SetupContext): readonly Step[] {
  const { settings, files, cloudflareTokens, wrangler, run } = context;
  const [owner = '', repo = ''] = (settings.repository ?? '').split('/');
  const github = { ...context, owner, repo };
  const readAppKey = () => files.read(APP_KEY_FILE);
  const { cloudflare_account_id, cloudflare_preview_account_id } = settings;
  const createTokenStep = (environment: 'production' | 'preview', effect: string, account: string) => {
    const variable = environment === 'production' ? 'CLOUDFLARE_API_TOKEN' : 'CLOUDFLARE_PREVIEW_API_TOKEN';
    return createSecretStep(github, {
      environment,
      name: 'CLOUDFLARE_API_TOKEN',
      effect,
      read: async () => cloudflareTokens[environment],
      fix: `Create an API token of Cloudflare for the account ${account} that can edit Workers, and set ${variable} while setup runs.`,
    });
  };
  return [
    createAccessStep(github),
    createPermissionsStep(github),
    createLabelsStep(github),
    createEnvironmentsStep(github),
    createVariablesStep(github),
    createAppStep(github),
    createInstallationStep(github),
    createSecretStep(github, {
      environment: 'submissions',
      name: 'SUBMISSION_APP_PRIVATE_KEY',
      effect: 'Submissions through the issue form fail, and reviews use the small API budget of the job token.',
      read: readAppKey,
      fix: `Save the key of the App as ${files.folder}/${APP_KEY_FILE}.`,
    }),
    createSecretStep(github, {
      environment: 'production',
      name: 'REGISTRY_SIGNING_KEY',
      effect: 'Exports are unsigned, so mirrors cannot be verified.',
      read: async () => (await files.read(SIGNING_KEY_FILE)) ?? createSigningKey(context),
      fix: `Setup creates the key as ${files.folder}/${SIGNING_KEY_FILE}. Keep it offline.`,
    }),
    // Each token is checked before it is stored.
    ...(cloudflare_account_id === undefined
      ? []
      : [
          ...listCloudflareSteps({
            wrangler,
            account: { id: cloudflare_account_id, token: cloudflareTokens.production },
            readAppKey,
          }),
          createTokenStep('production', 'The workflow Deploy fails.', cloudflare_account_id),
        ]),
    ...(cloudflare_account_id === undefined || cloudflare_preview_account_id === undefined
      ? []
      : [
          ...listPreviewSteps({
            wrangler,
            productionAccountId: cloudflare_account_id,
            account: { id: cloudflare_preview_account_id, token: cloudflareTokens.preview },
          }),
          createTokenStep('preview', 'Pull requests get no preview.', cloudflare_preview_account_id),
          createPreviewHostStep(github, {
            wrangler,
            account: { id: cloudflare_preview_account_id, token: cloudflareTokens.preview ?? '' },
          }),
        ]),
    createRulesetsStep(github),
    createBlockingRulesStep(github),
    createWorkflowsStep(github),
    createPushedStep(github, context.clone, run),
    createRegistryStep(context, 'Start the workflow Deploy, or run npm run setup.', {
      product: 'the deployment',
      sleep: context.sleep,
      report: context.report,
      start: () => startDeployment(github),
      createError: missing => createPendingError(github, missing),
    }),
  ];
}

function createRegistryStep({ settings, fetch }: SetupContext, fix: string, deployment?: Deployment): Step {
  return createPublicRegistryStep({ settings, fetch, fix, ...(deployment && { deployment }) });
}

async function createSigningKey({ files }: SetupContext): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  await files.write(SIGNING_KEY_FILE, privateKey);
  return privateKey;
}
