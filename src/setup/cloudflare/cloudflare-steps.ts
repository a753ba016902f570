import { createState, SetupError, type Step } from '../step.ts';
import { type CloudflareAccount, findFailure, NO_SUCH_WORKER, type Wrangler, type WranglerRun } from './wrangler.ts';

export interface CloudflareContext {
  readonly wrangler: Wrangler;
  /** The account of the registry. Its token is undefined if the operator has not provided one. */
  readonly account: { readonly id: string; readonly token: string | undefined };
  /** Returns the private key of the submission App in PKCS #8. */
  readonly readAppKey: () => Promise<string | undefined>;
}

export interface PreviewContext {
  readonly wrangler: Wrangler;
  /** The id of the account of the registry, which the token for previews must not reach. */
  readonly productionAccountId: string;
  readonly account: CloudflareContext['account'];
}

/** The Worker that serves the registry, as in `wrangler.jsonc`. */
const SECRET = 'SUBMISSION_APP_PRIVATE_KEY';

/** A separate Worker for pull requests: no secrets, and no Durable Object, because such Workers get no preview URLs. */
export const PREVIEW_CONFIG = 'deploy/preview/wrangler.jsonc';

/** A Worker of this registry gets its secret first, so one without it may be another project's. */
const NAME_TAKEN = `The account has a Worker named api-registry already. If it is another project's, change name in wrangler.jsonc. If it is this registry's, run npx wrangler secret put ${SECRET}, and setup again.`;

/** The token for production is in the environment of wrangler. */
export function listCloudflareSteps({ wrangler, account, readAppKey }: CloudflareContext): readonly Step[] {
  return [
    createAccessStep({ wrangler, account, name: 'CLOUDFLARE_API_TOKEN', title: 'Access to Cloudflare' }),
    {
      id: 'worker-secret',
      title: `Secret ${SECRET} of the Worker`,
      effect: 'POST /listings/submit responds with 503.',
      undo: `Run npx wrangler secret delete ${SECRET}.`,
      async inspect() {
        const run = await wrangler(['secret', 'list', '--format', 'json'], { quiet: true, ...toOption(account) });
        const names = run.ok ? (JSON.parse(run.output) as { readonly name: string }[]).map(({ name }) => name) : [];
        // Otherwise, the Worker of this registry would look like that of another project.
        if (!run.ok && !hasNoWorker(run)) throw createUnknownError('read the secrets of the Worker', run);
        return createState(names.includes(SECRET) ? [] : [`the secret ${SECRET}`]);
      },
      async apply() {
        const key = await readAppKey();
        if (key === undefined)
          throw new SetupError('The key of the App is missing. Save it as .data/setup/app-key.pem in PKCS #8.');
        const { ok: isTaken } = await wrangler(['deployments', 'status', '--json'], {
          quiet: true,
          ...toOption(account),
        });
        if (isTaken) throw new SetupError(NAME_TAKEN);
        // Creates the Worker if it does not exist yet.
        const run = await wrangler(['secret', 'put', SECRET], { quiet: true, input: key, ...toOption(account) });
        if (!run.ok) throw new SetupError(`Cloudflare rejected the secret: ${describeFailure(run)}`);
      },
    },
  ];
}

/** Returns the steps for the account of previews, which must be another one than that of the registry. */
export function listPreviewSteps({ wrangler, productionAccountId, account }: PreviewContext): readonly Step[] {
  const name = 'CLOUDFLARE_PREVIEW_API_TOKEN';
  return [
    createAccessStep({ wrangler, account, name, title: 'Access to the account for previews' }),
    {
      id: 'preview-token',
      title: 'Limits of the token for previews',
      effect: 'Code of a pull request that obtains the token for previews can replace the registry.',
      undo: 'Nothing to undo.',
      async inspect() {
        const { token } = account;
        if (token === undefined) return { done: true, detail: `not checked without ${name}` };
        const run = await readStatus(wrangler, { id: productionAccountId, token });
        // Only the platform can say that the token has no access.
        if (!run.ok && findFailure(run)?.code === undefined && !canEdit(run))
          throw createUnknownError('check the limits of the token', run);
        return createState(
          canEdit(run) ? ['a token that cannot edit the Workers of the registry'] : [],
          `Revoke the token, create one with only the account ${account.id}, and set ${name}.`,
        );
      },
    },
    {
      id: 'preview-worker',
      title: 'Worker for previews',
      effect: 'Pull requests get no preview.',
      undo: 'Run npx wrangler delete --name api-registry-preview.',
      async inspect() {
        const args = ['deployments', 'status', '--json', '--config', PREVIEW_CONFIG];
        const { ok } = await wrangler(args, { quiet: true, ...toOption(account) });
        return createState(ok ? [] : ['the Worker api-registry-preview']);
      },
      async apply() {
        const run = await wrangler(['deploy', '--config', PREVIEW_CONFIG], toOption(account));
        if (!run.ok) throw new SetupError(`Cloudflare rejected the Worker for previews: ${describeFailure(run)}`);
      },
    },
  ];
}

interface AccessOptions extends Pick<CloudflareContext, 'wrangler' | 'account'> {
  /** The environment variable with the token. */
  readonly name: string;
  readonly title: string;
}

function createAccessStep({ wrangler, account, name, title }: AccessOptions): Step {
  return {
    id: `access-${name}`,
    title,
    effect: 'Nothing can be deployed.',
    undo: 'Nothing to undo.',
    async inspect() {
      const fix = `Create an API token from the template "Edit Cloudflare Workers" for the account ${account.id} and set ${name}.`;
      if (account.token === undefined) return createState([name], fix);
      const run = await readStatus(wrangler, { id: account.id, token: account.token });
      return createState(canEdit(run) ? [] : [`a valid token (${describeFailure(run)})`], fix);
    },
  };
}

/**
 * Reads a Worker of an account. `wrangler whoami` does not fail without a token, and does not show whether a token can
 * edit Workers.
 */
async function readStatus(wrangler: Wrangler, account: CloudflareAccount): Promise<WranglerRun> {
  return wrangler(['deployments', 'status', '--json'], { quiet: true, account });
}

function canEdit(run: WranglerRun): boolean {
  return run.ok || hasNoWorker(run);
}

/** Whether a command failed because the Worker does not exist yet. For some commands, wrangler replaces the error and its code. */
function hasNoWorker({ events }: WranglerRun): boolean {
  return events.some(
    ({ code, message = '' }) => code === NO_SUCH_WORKER || /no deployments|^Worker "[^"]*" not found/i.test(message),
  );
}

function toOption({ id, token }: CloudflareContext['account']): { readonly account?: CloudflareAccount } {
  return token === undefined ? {} : { account: { id, token } };
}

function createUnknownError(action: string, run: WranglerRun): SetupError {
  return new SetupError(`Cannot ${action}: ${describeFailure(run).replace(/\.$/, '')}. Run the command again.`);
}

/** Returns the first line of the error of wrangler. */
function describeFailure(run: WranglerRun): string {
  const { message = 'no details', code } = findFailure(run) ?? {};
  const [line = ''] = message.split('\n');
  return code === undefined ? line : `${line.replace(/\.$/, '')}, code ${code}`;
}
