import { afterEach, expect, test, vi } from 'vitest';
import { fetchDocument, fetchJson } from './fetch-json.ts';
import { fetchReport } from './publish/fetch-report.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [429, 'Rate limit exceeded (30 requests per minute). Retry in 9 seconds.', undefined],
  [503, 'The pages are being built. Retry in 5 seconds.', undefined],
  [429, 'Too many checks.', 'Rate limit exceeded. Try again in 9 seconds. Too many checks.'],
  [503, '', 'The registry is temporarily unavailable. Try again in 9 seconds.'],
])('says once when to try again, for status %s and the detail "%s"', async (status, detail, message = detail) => {
  const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '9' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ detail }), { status, headers }));
  expect(await fetchJson('https://registry.example/listings')).toMatchObject({ ok: false, message });
});

test('counts one second', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503, headers: { 'Retry-After': '1' } }));
  const message = 'The registry is temporarily unavailable. Try again in 1 second.';
  expect(await fetchJson('https://registry.example/listings')).toMatchObject({ message });
});

test.each(['null', '[]', '{"error":"blocked"}', '{"data":null}'])(
  'fails for the JSON %s instead of a document',
  async body => {
    vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'Content-Type': 'application/json' } }));
    expect(await fetchDocument('https://registry.example/listings')).toMatchObject({ ok: false, kind: 'unreachable' });
  },
);

test.each(['null', '1', '{}', '{"check":{"name":"lint"}}'])('fails for the JSON %s instead of a report', async body => {
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'Content-Type': 'application/json' } }));
  const { signal } = new AbortController();
  const result = await fetchReport('https://registry.example/validate', 'https://api.example', () => undefined, signal);
  expect(result).toMatchObject({ ok: false, kind: 'unreachable' });
});

test('fails for JSON that is no object', async () => {
  vi.stubGlobal('fetch', async () => new Response('null', { headers: { 'Content-Type': 'application/json' } }));
  expect(await fetchJson('https://registry.example/docs/search.json')).toMatchObject({ ok: false });
});
