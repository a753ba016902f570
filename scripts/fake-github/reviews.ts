import path from 'node:path';
import { checkOut } from './checkout.ts';
import type { FakeGithub } from './fake-github.ts';
import { runReview } from './review-job.ts';
import { isPull, moment, type PullAction, type PullThread, takeId } from './state.ts';

/** The runner of this GitHub: it starts the workflow Review as `on: pull_request_target` says. */
export interface Reviews {
  /** To be told of what happens to pull requests. */
  take(action: PullAction, thread: PullThread): void;
  /** Waits for the review under way, and starts no other. */
  close(): Promise<void>;
}

export interface ReviewsOptions {
  readonly github: () => FakeGithub;
  /** Where the jobs check the repository out. */
  readonly folder: string;
  /** Told what happens, a line each. */
  readonly tell: (line: string) => void;
  /** Called after each review, as the workflow Deploy is. */
  readonly onEnd: () => Promise<void>;
}

/** Runs one review after the other. */
export function startReviews({ github, folder, tell, onEnd }: ReviewsOptions): Reviews {
  let line = Promise.resolve();
  let closed = false;

  async function review(number: number): Promise<void> {
    const { forge } = github();
    const thread = forge.threads.get(number);
    if (closed || !isPull(thread) || thread.state !== 'open') return;
    const headSha = thread.pull.headSha;
    const at = moment(forge);
    const run = { id: takeId(forge), name: 'Admission', headSha, startedAt: at, status: 'in_progress' };
    const check = { ...run, conclusion: null as string | null, completedAt: null as string | null };
    forge.checkRuns.push(check);
    await checkOut(forge.git, 'main', folder);
    const registryDir = path.join(folder, 'registry');
    const { admit, settle } = await runReview(github(), number, { registryDir });
    const passed = admit.code === 0 && (settle?.code ?? 0) === 0;
    Object.assign(check, {
      status: 'completed',
      conclusion: passed ? 'success' : 'failure',
      completedAt: moment(forge),
    });
    for (const step of [admit, settle])
      for (const each of annotationsOf(step?.output ?? '')) tell(`#${number} ${each}`);
    await onEnd();
  }

  return {
    take(action, { number, title, author }) {
      tell(`#${number} ${action}: ${title} (by ${author.login})`);
      if (action === 'closed') return;
      line = line.then(() => review(number)).catch(error => tell(`#${number} the review failed: ${error}`));
    },
    async close() {
      closed = true;
      await line;
    },
  };
}

function annotationsOf(output: string): string[] {
  return Array.from(output.matchAll(/^::(notice|warning|error)[^:]*::(.*)$/gm), ([, kind, text]) => `${kind}: ${text}`);
}
