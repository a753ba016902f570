import path from 'node:path';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createJobAppToken, type TokenScope } from '../workflows/github-job/app-token.ts';
import type { FakeGithub } from './fake-github.ts';
import { runStep, type StepResult } from './job.ts';

/** The results of the two jobs of a review. The second job runs only if the first made a decision. */
export interface ReviewRun {
  readonly admit: StepResult;
  readonly settle: StepResult | undefined;
}

/** Runs the workflow review.yml on a pull request. Each job has the permissions of the workflow. */
export async function runReview(
  github: FakeGithub,
  number: number,
  options: {
    /** The checked-out registry (default: an empty one). */
    readonly registryDir?: string;
    /** Reviews all pull requests from forks that wait, as the workflow does for those. */
    readonly isQueue?: boolean;
    /** Called between the jobs. */
    readonly inBetween?: (reviewFile: string) => Promise<void>;
  } = {},
): Promise<ReviewRun> {
  const folder = await makeTemporaryFolder('review-');
  const pull = github.state.threads.get(number)?.pull;
  const env = {
    PULL_NUMBER: String(number),
    HEAD_SHA: pull?.headSha ?? '',
    REVIEW_FILE: path.join(folder, 'review.json'),
    REGISTRY_DIR: options.registryDir ?? folder,
    REVIEW_TARGET: options.isQueue ? 'forks' : String(number),
  };
  const { app } = github;
  const appEnv = {
    APP_ID: String(app.id),
    APP_INSTALLATION_ID: String(app.installation),
    APP_PRIVATE_KEY: app.privateKey,
  };
  const createToken = async (scope: TokenScope) =>
    (await createJobAppToken({ ...appEnv, GITHUB_API_URL: github.address }, scope)) ?? '';
  try {
    const reading = { GITHUB_TOKEN: github.jobToken({ contents: 'read' }), APP_TOKEN: await createToken('read') };
    const script = 'scripts/workflows/review-submission.ts';
    const admit = await runStep(github, [script, 'admit'], { ...env, ...reading });
    await options.inBetween?.(env.REVIEW_FILE);
    if (admit.code !== 0 || !/^decided<<.*\ntrue$/m.test(admit.outputs)) return { admit, settle: undefined };
    const writing = {
      GITHUB_TOKEN: github.jobToken({ contents: 'write', pull_requests: 'write' }),
      APP_TOKEN: await createToken('write'),
    };
    return { admit, settle: await runStep(github, [script, 'settle'], { ...env, ...writing }) };
  } finally {
    await removeFolder(folder);
  }
}
