import { expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { LARGE_TEXT_BYTES } from '#manifest/text/manifest-text.ts';
import { parseMessageAtOnce } from '#mcp/parse-message.ts';
import { calling, posting, readResponse } from '#mcp/raw-message.fixture.ts';
import { SubmissionError } from '#submission/submission.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { createApp } from '../app.ts';
import { addresses, createMemoryCatalog } from '../catalog/catalog.fixture.ts';
import type { LargeTexts } from '../large-texts.ts';
import { validateBodyAtOnce } from './validate-body.ts';

const NOW = Date.UTC(2026, 10, 21);
const small = sampleManifest();
const large = { ...small, extra: 'x'.repeat(LARGE_TEXT_BYTES) };

function createSender(largeTexts: LargeTexts | undefined, validate?: number) {
  const { fetch } = createApp({
    addresses,
    catalog: () => createMemoryCatalog([]),
    assets: { fetch: async () => undefined },
    largeTexts,
    live: {
      verify: () => Promise.reject(new Error('No request.')),
      fetch: () => Promise.reject(new Error('No request.')),
      blocklist: () => undefined,
      now: () => NOW,
      limits: { validate, submit: undefined },
    },
  });
  return async (path: string, body: string) => fetch(new Request(`https://registry.example${path}`, posting(body)));
}

const otherThread: LargeTexts = {
  validateBody: async (bytes, now) => validateBodyAtOnce(bytes, now),
  parseMessage: async (bytes, now) => parseMessageAtOnce(bytes, manifest => reportOnManifest(manifest, now)),
};

const busy: LargeTexts = {
  validateBody: () => Promise.reject(new SubmissionError('unavailable', 'Busy.', { retryAfter: 5 })),
  parseMessage: () => Promise.reject(new SubmissionError('unavailable', 'Busy.', { retryAfter: 5 })),
};

test.each([
  ['a manifest', JSON.stringify({ manifest: large })],
  ['a body without members', JSON.stringify({ note: large.extra })],
  ['a URL that is not allowed', JSON.stringify({ url: 'https://10.0.0.1', note: large.extra })],
])('validates a large body in another thread with the same response: %s', async (_, body) => {
  const expected = await createSender(undefined)('/validate', body);
  const response = await createSender(otherThread)('/validate', body);
  expect(response.status).toBe(expected.status);
  expect(await response.text()).toBe(await expected.text());
});

test('returns 503 for a large body if the other thread is busy, and validates a small one', async () => {
  const send = createSender(busy);
  const response = await send('/validate', JSON.stringify({ manifest: large }));
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(await response.json()).toMatchObject({ status: 503, detail: 'Busy.' });
  expect((await send('/validate', JSON.stringify({ manifest: small }))).status).toBe(200);
});

test('returns 503 for a large message of an agent if the other thread is busy', async () => {
  const response = await createSender(busy)('/mcp', calling('validate_manifest', { manifest: large }));
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
  expect((await readResponse(response)).error?.message).toBe('Busy.');
});

test('counts large messages of agents toward the rate limit of the validator', async () => {
  const send = createSender(otherThread, 1);
  const body = calling('validate_manifest', { manifest: large });
  expect((await readResponse(await send('/mcp', body))).result?.content[0]?.text).toMatch(/^The manifest passed\./);
  expect((await readResponse(await send('/mcp', body))).error?.message).toMatch(/^Rate limit exceeded/);
  expect((await send('/validate', JSON.stringify({ manifest: small }))).status).toBe(429);
});
