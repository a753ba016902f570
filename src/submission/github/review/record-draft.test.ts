import { expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { parseOrigin } from '#listing/origin.ts';
import type { FakeGithub } from '#scripts/fake-github/fake-github.ts';
import { createOriginCheck } from '../../origin-check.fixture.ts';
import { githubClient } from '../api/client.ts';
import { useFakeGithub } from '../fake-github.fixture.ts';
import { recordDraft } from './record-draft.ts';

let github: FakeGithub;
useFakeGithub(started => {
  github = started;
});

test.each([
  ['failed', 'refused'],
  ['inconclusive', 'unavailable'],
] as const)('rejects an API with a %s check and lists its problems', async (outcome, kind) => {
  const { owner, name, address } = github;
  const credentials = { token: github.jobToken({ contents: 'read' }) };
  const repository = { octokit: githubClient({ apiUrl: address, credentials }), owner, name, base: 'main' };
  const verify = async ({ url }: { readonly url: string }) => createOriginCheck(url, sampleManifest(), outcome);
  const origin = parseOrigin('https://api.example.com');
  if (!origin.ok) throw new Error(origin.error);
  await expect(recordDraft({ repository, verify, now: Date.now })(origin.value)).rejects.toMatchObject({
    kind,
    details: ['endpoints: The endpoints do not respond. Start them.'],
  });
});
