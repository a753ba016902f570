import { Octokit } from 'octokit';
import type { SetupContext } from './list-steps.ts';

/** The context of a setup without GitHub and Cloudflare. The clone has no files, so there are no placeholders to fill. */
export function sampleContext(
  parts: Pick<SetupContext, 'settings' | 'run' | 'fetch'> & Partial<SetupContext>,
): SetupContext {
  const octokit = new Octokit();
  return {
    octokit,
    publicClient: octokit,
    githubUrl: 'https://github.com',
    files: { folder: '/nowhere', read: async () => undefined, write: async () => undefined },
    openUrl: undefined,
    now: Date.now,
    sleep: async () => undefined,
    signal: AbortSignal.timeout(60_000),
    clone: '/nowhere',
    root: '/',
    wrangler: async () => ({ ok: false, output: '', events: [] }),
    cloudflareTokens: { production: undefined, preview: undefined },
    ...parts,
  };
}
