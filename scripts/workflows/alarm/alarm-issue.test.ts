import { expect, test } from 'vitest';
import { githubClient } from '#submission/github/api/client.ts';
import { withRetry } from '#submission/github/api/retry.ts';
import { FAILURES, type InjectedFailure, startFailureProxy } from '../../fake-github/failure-proxy.ts';
import { startFakeGithub } from '../../fake-github/fake-github.ts';
import { updateAlarmIssue } from './alarm-issue.ts';

/** The failures that no retry of a request helps against. */
const PERMANENT = /^(401|403|404|422 ref|422 pull|other JSON)$/;

/** One of each kind, because each takes seconds. */
const SELECTED = /^(reset after|403 secondary limit|404|invalid JSON|other JSON|null)$/;

test.each(FAILURES.filter(({ name }) => SELECTED.test(name)).map(failure => [failure.name, failure] as const))(
  'keeps one issue with the right state if one request fails with: %s',
  async (_, failure) => checkAlarm(failure),
);

/**
 * Opens, updates, and closes an issue, with each request failing in turn. If the job fails, it runs again, as its message says.
 */
async function checkAlarm(failure: InjectedFailure): Promise<void> {
  const github = await startFakeGithub({ files: [{ path: 'README.md', content: 'A registry.' }] });
  const proxy = await startFailureProxy(github.address);
  const token = github.jobToken({ contents: 'read', issues: 'write' });
  const clock = { now: Date.now, sleep: async () => undefined };
  const octokit = withRetry(githubClient({ apiUrl: proxy.address, credentials: { token } }), clock);
  const repository = { octokit, owner: github.owner, name: github.name, base: 'main' };

  function run(name: string, conclusion: string): Promise<string> {
    const end = { name, conclusion, runUrl: 'https://github.com/acme/registry/actions/runs/7', now: Date.now() };
    return updateAlarmIssue(repository, end);
  }

  /** Runs a job while one of its requests fails, and again if the job fails. Returns whether it had fewer requests. */
  async function runFailing(name: string, conclusion: string, number: number): Promise<boolean> {
    proxy.arm(failure, number);
    const first = await run(name, conclusion).catch((error: Error) => error);
    const isOver = proxy.requests.length < number;
    const where = `${failure.name} of request ${number}, ${proxy.requests[number - 1]}: ${first}`;
    proxy.arm();
    if (first instanceof Error) {
      expect(failure.name, where).toMatch(PERMANENT);
      expect(first, where).not.toBeInstanceOf(TypeError);
      await run(name, conclusion);
      repeated += 1;
    } else expect(first, where).toMatch(/^(Opened|Updated|Closed) #\d+\b/);
    return isOver;
  }

  /** A job that is repeated after GitHub processed its request counts its failure twice. */
  function expectOpen(
    issues: readonly { readonly state: string; readonly body: string | null }[],
    failures: number,
  ): void {
    expect(issues).toMatchObject([{ state: 'open' }]);
    const count = Number(/row \| (\d+) \|/.exec(issues[0]?.body ?? '')?.[1]);
    expect(count).toBeGreaterThanOrEqual(failures);
    expect(count).toBeLessThanOrEqual(failures + repeated);
  }

  let repeated = 0;
  try {
    for (let number = 1, isOver = false; !isOver; number++) {
      const name = `Deploy ${number}`;
      repeated = 0;
      const issues = () => [...github.state.threads.values()].filter(({ title }) => title === `${name} is failing`);
      isOver = await runFailing(name, 'failure', number);
      expectOpen(issues(), 1);
      isOver = (await runFailing(name, 'failure', number)) && isOver;
      expectOpen(issues(), 2);
      isOver = (await runFailing(name, 'success', number)) && isOver;
      expect(issues(), name).toMatchObject([{ state: 'closed' }]);
      expect(issues()[0]?.comments.length, name).toBeLessThanOrEqual(1);
    }
  } finally {
    await proxy.close();
    await github.close();
  }
}
