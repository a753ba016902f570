import { generateKeyPairSync } from 'node:crypto';
import { listCloudflareSteps } from './cloudflare/cloudflare-steps.ts';
import type { Wrangler } from './cloudflare/wrangler.ts';
import { APP_KEY_FILE, type AppContext, createAppStep, createInstallationStep } from './github/app.ts';
import { createEnvironmentsStep } from './github/environments.ts';
import { createPushedStep, startDeployment } from './github/first-deployment.ts';
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
import { createPublicRegistryStep } from './public-registry-step.ts';
import type { Step } from './step.ts';

/** The services and secrets that steps use. Tests replace them. */
export interface SetupContext extends Omit<AppContext, 'owner' | 'repo'>, Omit<MachineContext, 'settings'> {
  readonly wrangler: Wrangler;
  readonly run: RunCommand;
  readonly fetch: typeof globalThis.fetch;
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
      return [placeholders, ...listMachineSteps(context), createRegistryStep(context, 'See journalctl -u registry.')];
    case 'static':
      return [placeholders, createRegistryStep(context, STATIC_FIX)];
  }
}

const STATIC_FIX =
  'Run npm run build -- --production with REGISTRY_URL and SITE_URL from deploy/settings.json, and copy dist to the host.';

function listGithubSteps(context: SetupContext): readonly Step[] {
  const { settings, files, cloudflareTokens, wrangler, run } = context;
  const [owner = '', repo = ''] = (settings.repository ?? '').split('/');
  const github = { ...context, owner, repo };
  const readAppKey = () => files.read(APP_KEY_FILE);
  const hasCloudflare = settings.cloudflare_account_id !== undefined;
  const tokenFix = (name: string, rights: string) =>
    `Create an API token of Cloudflare that can ${rights}, and set ${name} while setup runs.`;
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
    ...(hasCloudflare
      ? [
          createSecretStep(github, {
            environment: 'production',
            name: 'CLOUDFLARE_API_TOKEN',
            effect: 'The workflow Deploy fails.',
            read: async () => cloudflareTokens.production,
            fix: tokenFix('CLOUDFLARE_API_TOKEN', 'edit Workers'),
          }),
          createSecretStep(github, {
            environment: 'preview',
            name: 'CLOUDFLARE_API_TOKEN',
            effect: 'Pull requests get no preview.',
            read: async () => cloudflareTokens.preview,
            fix: tokenFix('CLOUDFLARE_PREVIEW_API_TOKEN', 'edit only the Worker for previews, in a separate account'),
          }),
          ...listCloudflareSteps({ wrangler, readAppKey }),
        ]
      : []),
    createRulesetsStep(github),
    createBlockingRulesStep(github),
    createWorkflowsStep(github),
    createPushedStep(github, run),
    createRegistryStep(context, 'Start the workflow Deploy, or run npm run setup.', () => startDeployment(github)),
  ];
}

function createRegistryStep({ settings, fetch }: SetupContext, fix: string, start?: () => Promise<void>): Step {
  return createPublicRegistryStep({ settings, fetch, fix, ...(start && { start }) });
}

async function createSigningKey({ files }: SetupContext): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  await files.write(SIGNING_KEY_FILE, privateKey);
  return privateKey;
}
