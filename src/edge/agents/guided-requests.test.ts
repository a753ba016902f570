import { describe, expect, test } from 'vitest';
import type { SubmissionState } from '#contract/submission.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { createApp } from '../app.ts';
import { addresses } from '../catalog/catalog.fixture.ts';
import { ask, exampleCatalog } from '../public-registry.fixture.ts';
import { SKILLS } from './skills/all-skills.ts';
import { skillPath } from './skills/skill.ts';

const NOW = Date.UTC(2026, 10, 21);
const submission: SubmissionState = {
  submission_id: 'abc',
  listing_id: 'api.example.com',
  url: 'https://api.example.com',
  status: 'pending',
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
};

/** A registry that accepts every submission; the texts come from a read-only one. */
const app = createApp({
  addresses,
  catalog: () => exampleCatalog,
  assets: { fetch: async () => undefined },
  live: {
    blocklist: () => undefined,
    verify: async () => reportOnManifest({ value: sampleManifest() }, NOW),
    fetch: async () => Promise.reject(new Error('Unexpected request.')),
    submissions: { submit: async () => submission, status: async () => submission },
    now: () => NOW,
    limits: { validate: undefined, submit: undefined },
  },
});

/** Returns the POST requests of a text with their bodies, where an ellipsis becomes a whole manifest. */
function postsIn(text: string): readonly { readonly url: string; readonly body: string }[] {
  const told =
    /POST (https:\/\/[\w./-]+)`?(?: with `?|\s+Content-Type: application\/json\s+)(\{.*?\}+)(?=[`;,.\s"]|$)/gm;
  return Array.from(text.matchAll(told), ([, url = '', body = '']) => ({
    url,
    body: body.replace(/\{…\}|…/, JSON.stringify(sampleManifest())),
  }));
}

describe.each([
  ['/agents', 2],
  ['/validator/agents', 3],
  ['/site/agents', 2],
  ...SKILLS.filter(({ name }) => name !== 'find-an-api').map((skill): [string, number] => [skillPath(skill), 2]),
])('POST requests in %s', (path, least) => {
  test('succeed as written', async () => {
    const response = await ask(path);
    const isJson = response.headers.get('Content-Type') === 'application/json';
    const text = await response.text();
    const words = isJson ? [...stringsIn(JSON.parse(text))].join('\n') : text;
    const posts = postsIn(words);
    expect(posts.length).toBeGreaterThanOrEqual(least);
    for (const { url, body } of posts) {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await app.fetch(new Request(url, { method: 'POST', body, headers }));
      expect([200, 202], `${url} ${body} ${await answer.clone().text()}`).toContain(answer.status);
    }
  });
});

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* stringsIn(each);
}
