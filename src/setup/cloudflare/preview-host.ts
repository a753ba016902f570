import type { GithubContext } from '../github/github-context.ts';
import { readVariables, setVariable } from '../github/variables.ts';
import { createState, SetupError, type Step } from '../step.ts';
import { PREVIEW_CONFIG } from './cloudflare-steps.ts';
import type { CloudflareAccount, Wrangler } from './wrangler.ts';

/** The variable with the host of previews: `pr-12-` followed by its value serves the preview of pull request 12. */
const NAME = 'CLOUDFLARE_PREVIEW_HOST';

const ALIAS = 'setup';

/** Stores the host of previews, so that the files of a preview link to its own URL. Cloudflare names it with each upload. */
export function createPreviewHostStep(
  github: GithubContext,
  { wrangler, account }: { readonly wrangler: Wrangler; readonly account: CloudflareAccount },
): Step {
  return {
    id: 'preview-host',
    title: 'Host of previews',
    effect: 'The files of previews link to 127.0.0.1.',
    undo: `Delete the variable ${NAME}.`,
    async inspect() {
      return createState((await readVariables(github)).has(NAME) ? [] : [NAME]);
    },
    async apply() {
      const args = ['versions', 'upload', '--config', PREVIEW_CONFIG, '--preview-alias', ALIAS];
      const { events } = await wrangler(args, { quiet: true, account });
      const url = events.find(({ type }) => type === 'version-upload')?.preview_alias_url ?? '';
      const [, host] = new RegExp(`^https://${ALIAS}-([\\w.-]+)/?$`).exec(url) ?? [];
      if (host === undefined)
        throw new SetupError(
          'Cloudflare returned no URL for previews. Turn on Preview URLs of the Worker api-registry-preview.',
        );
      await setVariable(github, { name: NAME, value: host, exists: false });
    },
  };
}
