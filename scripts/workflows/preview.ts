/**
 * Uploads a build of a pull request as a version of the preview Worker and comments its URL on the pull request (workflow
 * preview.yml). The code of the pull request created the files in PREVIEW_DIR, so they are uploaded but never run here.
 *
 * Environment: PREVIEW_DIR, PULL_NUMBER, HEAD_SHA, CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN, and the variables of
 * `github-job/`.
 */
import path from 'node:path';
import { PREVIEW_CONFIG } from '#setup/cloudflare/cloudflare-steps.ts';
import { wrangler } from '#setup/cloudflare/wrangler.ts';
import { upsertComment } from '#submission/github/api/upsert-comment.ts';
import { createJobRepository, requireNumber, requireVariable } from './github-job/job.ts';
import { runJob } from './github-job/run-job.ts';

const { env } = process;

await runJob(async () => {
  const folder = requireVariable(env, 'PREVIEW_DIR');
  const pull = requireNumber(env, 'PULL_NUMBER');
  const head = requireVariable(env, 'HEAD_SHA');
  const alias = `pr-${pull}`;
  const { ok, events } = await wrangler([
    ...['versions', 'upload', path.join(folder, 'preview/worker.js'), '--no-bundle', '--config', PREVIEW_CONFIG],
    ...['--assets', path.join(folder, 'dist'), '--preview-alias', alias, '--tag', alias],
  ]);
  const url = events.find(({ type }) => type === 'version-upload')?.preview_alias_url;
  if (!ok || url === undefined) throw new RangeError('Cannot upload the preview. See the output of wrangler above.');
  await upsertComment(
    createJobRepository(env),
    pull,
    'preview',
    `Preview of ${head}: ${url}\n\nThe preview does not accept submissions.`,
  );
});
