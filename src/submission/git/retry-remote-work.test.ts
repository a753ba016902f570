import { expect, test } from 'vitest';
import { GitError, GitTimeoutError } from './git.ts';
import { retryRemoteWork } from './retry-remote-work.ts';

const URL = 'https://github.com/acme/registry.git';

test.each([
  ['a push of another job', new GitError('git push exited with 1: ! [rejected] main -> main (fetch first)'), 3],
  ['a lost connection', new GitError(`git fetch exited with 128: fatal: unable to access '${URL}/'`), 3],
  ['a lock', new GitError("git push exited with 1: cannot lock ref 'refs/heads/main'"), 3],
  ['a wrong token', new GitError(`git fetch exited with 128: fatal: Authentication failed for '${URL}/'`), 1],
  ['a missing repository', new GitError(`git fetch exited with 128: fatal: repository '${URL}/' not found`), 1],
  ['a timeout', new GitTimeoutError('git push did not end within 300 seconds and was killed.'), 1],
  ['another error', new RangeError('The blocklist is invalid.'), 1],
])('after %s, makes as many attempts as can help', async (_, error, expected) => {
  let calls = 0;
  const work = async () => {
    calls += 1;
    throw error;
  };
  await expect(retryRemoteWork(work, { attempts: 3, maxDelay: 0 })).rejects.toBe(error);
  expect(calls).toBe(expected);
});
