/**
 * Uploads a build of a pull request as a version of the preview Worker, and tells in one comment where it answers
 * (workflow preview.yml). What PREVIEW_DIR holds was made by the pull request's code: it is uploaded, and never run here.
 *
 * Environment: PREVIEW_DIR, PULL_NUMBER, HEAD_SHA, CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN, and that of `github-job/`.
 */
import path from 'node:path';
import * as core from '@actions/core';
import { upsertComment } from '#submission/github/api/upsert-comment.ts';
import { wrangler } from './deploy/wrangler.ts';
import { jobRepository, required, requiredNumber } from './github-job/job.ts';

const { env } = process;

/** A Worker of its own: it has none of the registry's secrets, and its versions get no requests but at their own address. */
const WORKER = 'api-registry-preview';

try {
  const folder = required(env, 'PREVIEW_DIR');
  const pull = requiredNumber(env, 'PULL_NUMBER');
  const head = required(env, 'HEAD_SHA');
  const alias = `pr-${pull}`;
  const { ok, events } = await wrangler([
    ...['versions', 'upload', path.join(folder, 'preview/worker.js'), '--no-bundle', '--config', 'wrangler.jsonc'],
    ...['--name', WORKER, '--assets', path.join(folder, 'dist'), '--preview-alias', alias, '--tag', alias],
  ]);
  const address = events.find(({ type }) => type === 'version-upload')?.preview_alias_url;
  if (!ok || address === undefined) throw new RangeError('The preview could not be uploaded; see above.');
  await upsertComment(
    jobRepository(env),
    pull,
    'preview',
    `A preview of ${head} is at ${address}\n\nIt takes no submissions.`,
  );
} catch (error) {
  core.setFailed(error instanceof RangeError ? error.message : String(error instanceof Error ? error.stack : error));
}
