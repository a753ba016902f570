import path from 'node:path';
import { REVIEW_CHECK } from '#submission/github/github-submissions.ts';
import { checkOut } from './checkout.ts';
import type { FakeGithub } from './fake-github.ts';
import { runReview } from './review-job.ts';
import { createId, getTimestamp, isPull, type PullAction, type PullThread } from './state.ts';

/** The runner of the mock GitHub server, which starts the workflow Review for `on: pull_request_target`. */
export interface Reviews {
  /** Handles an event of a pull request. */
  take(action: PullAction, thread: PullThread): void;
  /** Waits for the current review and starts no other. */
  close(): Promise<void>;
}

export interface ReviewsOptions {
  readonly github: () => FakeGithub;
  /** The folder for checkouts. */
  readonly folder: string;
  /** Called with one line for each event. */
  readonly log: (line: string) => void;
  /** Called after each review, as the workflow Deploy is. */
  readonly onEnd: () => Promise<void>;
}

/** Runs reviews in sequence. */
export function startReviews({ github, folder, log, onEnd }: ReviewsOptions): Reviews {
  let queue = Promise.resolve();
  let closed = false;

  async function review(number: number): Promise<void> {
    const { state } = github();
    const thread = state.threads.get(number);
    if (closed || !isPull(thread) || thread.state !== 'open') return;
    const headSha = thread.pull.headSha;
    const at = getTimestamp(state);
    const run = { id: createId(state), name: REVIEW_CHECK, headSha, startedAt: at, status: 'in_progress' };
    const check = { ...run, conclusion: null as string | null, completedAt: null as string | null };
    state.checkRuns.push(check);
    await checkOut(state.git, 'main', folder);
    const registryDir = path.join(folder, 'registry');
    const { admit, settle } = await runReview(github(), number, { registryDir });
    const passed = admit.code === 0 && (settle?.code ?? 0) === 0;
    Object.assign(check, {
      status: 'completed',
      conclusion: passed ? 'success' : 'failure',
      completedAt: getTimestamp(state),
    });
    for (const step of [admit, settle]) for (const each of annotationsOf(step?.output ?? '')) log(`#${number} ${each}`);
    await onEnd();
  }

  return {
    take(action, { number, title, author }) {
      log(`#${number} ${action}: ${title} (by ${author.login})`);
      if (action === 'closed') return;
      queue = queue.then(() => review(number)).catch(error => log(`#${number} the review failed: ${error}`));
    },
    async close() {
      closed = true;
      await queue;
    },
  };
}

function annotationsOf(output: string): string[] {
  return Array.from(output.matchAll(/^::(notice|warning|error)[^:]*::(.*)$/gm), ([, kind, text]) => `${kind}: ${text}`);
}
