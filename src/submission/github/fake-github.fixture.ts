import { afterEach, beforeEach, expect } from 'vitest';
import { type FakeGithub, startFakeGithub } from '#scripts/fake-github/fake-github.ts';

/**
 * Starts a fake GitHub with an empty registry before each test, and stops it after the test, which fails if a request
 * deviates from GitHub's OpenAPI description.
 *
 * @param use receives the running server
 */
export function useFakeGithub(use: (github: FakeGithub) => void): void {
  let github: FakeGithub;
  beforeEach(async () => {
    github = await startFakeGithub({ files: [{ path: 'registry/taxonomy.json', content: '{}\n' }] });
    use(github);
  });
  afterEach(async () => {
    const { deviations } = github;
    await github.close();
    expect(deviations).toEqual([]);
  });
}
