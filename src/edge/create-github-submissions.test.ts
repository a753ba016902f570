import { describe, expect, test } from 'vitest';
import { parseOrigin } from '#listing/origin.ts';
import { createCheckLimit } from '#submission/check-limit.ts';
import { createGithubSubmissions, createWorkerSubmissions } from './create-github-submissions.ts';

const SETTINGS = {
  GITHUB_REPOSITORY: 'acme/registry',
  SUBMISSION_APP_ID: '4711',
  SUBMISSION_APP_INSTALLATION_ID: '815',
  SUBMISSION_APP_PRIVATE_KEY: 'key',
};

const unexpected = () => Promise.reject(new Error('Unexpected request.'));
const CONTEXT = { verify: unexpected, checkLimit: createCheckLimit(), catalog: unexpected, now: Date.now };

const INVALID = [
  [{ SUBMISSION_APP_PRIVATE_KEY: '' }, 'Submissions through GitHub also need SUBMISSION_APP_PRIVATE_KEY.'],
  [{ SUBMISSION_APP_ID: 'registry' }, 'SUBMISSION_APP_ID is "registry", but must be the number that GitHub shows'],
  [{ SUBMISSION_APP_INSTALLATION_ID: '0' }, 'SUBMISSION_APP_INSTALLATION_ID is "0", but must be the number'],
  [{ GITHUB_REPOSITORY: 'registry' }, 'GITHUB_REPOSITORY is "registry", but must be owner/name'],
] as const;

test.each(INVALID)('rejects %j', (settings, message) => {
  expect(() => createGithubSubmissions({ ...SETTINGS, ...settings }, CONTEXT)).toThrow(message);
});

describe('on a Worker', () => {
  test.each(INVALID)('only submissions are unavailable with %j', async (settings, message) => {
    const errors: unknown[] = [];
    const submissions = createWorkerSubmissions(
      { ...SETTINGS, ...settings },
      CONTEXT,
      error => void errors.push(error),
    );
    expect(String(errors)).toContain(message);
    const origin = parseOrigin('https://api.example.com');
    if (!origin.ok || !submissions) throw new Error('No submissions.');
    await expect(submissions.submit(origin.value, {})).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(submissions.status('gh-1')).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('nothing is logged without an App', () => {
    expect(createWorkerSubmissions({}, CONTEXT, unexpected)).toBeUndefined();
  });
});
