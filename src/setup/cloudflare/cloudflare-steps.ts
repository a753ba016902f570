import { createState, SetupError, type Step } from '../step.ts';
import type { Wrangler } from './wrangler.ts';

export interface CloudflareContext {
  readonly wrangler: Wrangler;
  /** Returns the private key of the submission App in PKCS #8. */
  readonly readAppKey: () => Promise<string | undefined>;
}

/** The Worker that serves the registry, as in `wrangler.jsonc`. */
const SECRET = 'SUBMISSION_APP_PRIVATE_KEY';

/** A separate Worker for pull requests: no secrets, and no Durable Object, because such Workers get no preview URLs. */
export const PREVIEW_CONFIG = 'deploy/preview/wrangler.jsonc';

/** Returns the steps for an account on Cloudflare. Its id and token are in the environment of wrangler. */
export function listCloudflareSteps({ wrangler, readAppKey }: CloudflareContext): readonly Step[] {
  return [
    {
      id: 'cloudflare-access',
      title: 'Access to Cloudflare',
      effect: 'Nothing can be deployed.',
      undo: 'Nothing to undo.',
      async inspect() {
        const { ok } = await wrangler(['whoami'], { quiet: true });
        return createState(
          ok ? [] : ['a valid token'],
          'Create an API token from the template "Edit Cloudflare Workers" and set CLOUDFLARE_API_TOKEN.',
        );
      },
    },
    {
      id: 'worker-secret',
      title: `Secret ${SECRET} of the Worker`,
      effect: 'POST /listings/submit responds with 503.',
      undo: `Run npx wrangler secret delete ${SECRET}.`,
      async inspect() {
        const { ok, output } = await wrangler(['secret', 'list', '--format', 'json'], { quiet: true });
        const names = ok ? (JSON.parse(output) as { readonly name: string }[]).map(({ name }) => name) : [];
        return createState(names.includes(SECRET) ? [] : [`the secret ${SECRET}`]);
      },
      async apply() {
        const key = await readAppKey();
        if (key === undefined)
          throw new SetupError('The key of the App is missing. Save it as .data/setup/app-key.pem in PKCS #8.');
        // Creates the Worker if it does not exist yet.
        const { ok } = await wrangler(['secret', 'put', SECRET], { quiet: true, input: key });
        if (!ok) throw new SetupError('Cloudflare rejected the secret. See the output of wrangler above.');
      },
    },
    {
      id: 'preview-worker',
      title: 'Worker for previews',
      effect: 'Pull requests get no preview.',
      undo: 'Run npx wrangler delete --name api-registry-preview.',
      async inspect() {
        const { ok } = await wrangler(['deployments', 'status', '--json', '--config', PREVIEW_CONFIG], { quiet: true });
        return createState(ok ? [] : ['the Worker api-registry-preview']);
      },
      async apply() {
        const { ok } = await wrangler(['deploy', '--config', PREVIEW_CONFIG]);
        if (!ok) throw new SetupError('Cloudflare rejected the Worker for previews. See the output of wrangler above.');
      },
    },
  ];
}
