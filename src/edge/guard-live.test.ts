import { beforeEach, expect, test } from 'vitest';
import { calling, posting } from '#mcp/raw-message.fixture.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { createApp } from './app.ts';
import { addresses, createMemoryCatalog } from './catalog/catalog.fixture.ts';

const MESSAGE = 'This registry does not list https://blocked.example: Its provider opted out.';
const sent: string[] = [];
const app = createApp({
  addresses,
  catalog: () => createMemoryCatalog([]),
  assets: { fetch: async () => undefined },
  live: {
    blocklist: ({ host }) => (host === 'blocked.example' ? 'Its provider opted out.' : undefined),
    async verify({ url }) {
      sent.push(url);
      return reportOnManifest({ text: '{}' }, 0);
    },
    async fetch({ url }) {
      sent.push(url);
      return { outcome: 'response', status: 404, headers: {}, body: new Uint8Array(), url, redirects: [], ms: 1 };
    },
    submissions: {
      async submit({ url }) {
        sent.push(url);
        throw new Error('This test opens no submissions.');
      },
      status: async () => undefined,
    },
    now: () => 0,
    limits: { validate: undefined, submit: undefined },
  },
});

beforeEach(() => void sent.splice(0));

function post(path: string, url: string): Response | Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return app.fetch(new Request(addresses.registry + path, { method: 'POST', headers, body: JSON.stringify({ url }) }));
}

test.each(['/validate', '/listings/submit'])('POST %s rejects a blocked origin without a check', async path => {
  for (const url of ['https://blocked.example', 'https://BLOCKED.example./path', 'https://blocked.example:443']) {
    const response = await post(path, url);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: MESSAGE });
  }
  expect(sent).toEqual([]);
});

test.each([
  ['fetch_manifest_by_domain', { domain: 'blocked.example' }],
  ['fetch_manifest_by_domain', { domain: 'https://blocked.example./docs' }],
  ['validate_manifest', { url: 'https://blocked.example' }],
  ['submit_api', { url: 'https://blocked.example' }],
])('the tool %s rejects a blocked origin without a request', async (name, args) => {
  const response = await app.fetch(new Request(`${addresses.registry}/mcp`, posting(calling(name, args))));
  expect(await response.text()).toContain(MESSAGE);
  expect(sent).toEqual([]);
});

test('other origins are checked', async () => {
  expect((await post('/validate', 'https://open.example')).status).toBe(200);
  const call = calling('fetch_manifest_by_domain', { domain: 'open.example' });
  await app.fetch(new Request(`${addresses.registry}/mcp`, posting(call)));
  expect(sent).toEqual(['https://open.example', 'https://open.example/.well-known/api-manifest.json']);
});
