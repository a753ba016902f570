import { afterEach, expect, test } from 'vitest';
import type { CheckResult } from '#contract/report.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { type RunningServer, serveApp } from '#server/http/server.ts';
import { SubmissionError } from '#submission/submission.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { createApp } from '../app.ts';
import { addresses, createMemoryCatalog } from '../catalog/catalog.fixture.ts';
import type { ValidationProgress } from './stream-validation.ts';
import type { Verifier } from './validator.ts';

const report = reportOnManifest({ value: sampleManifest() }, Date.UTC(2026, 10, 21));
const [first, second] = report.checks as [CheckResult, CheckResult];

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close(0);
  server = undefined;
});

test('sends each check when it is completed, then the report, also through the server', async () => {
  const isRead = Promise.withResolvers<void>();
  const app = appWith(async (_origin, _isLocal, progress) => {
    progress?.onResult?.(first);
    await isRead.promise;
    progress?.onResult?.(second);
    return report;
  });
  server = await serveApp(app, '127.0.0.1', 0);
  const response = await fetch(`${server.address}/validate`, request('application/x-ndjson'));
  expect(response.headers.get('Content-Type')).toBe('application/x-ndjson');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  // The second check starts only now, so this line was not held back.
  expect(JSON.parse(String((await reader?.read())?.value))).toEqual({ check: first });
  isRead.resolve();
  let rest = '';
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) rest += chunk.value;
  expect(
    rest
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toEqual([{ check: second }, { report }]);
});

test.each([undefined, '*/*', 'application/json', 'application/json, application/x-ndjson', 'text/html'])(
  'sends one report to a client that accepts %s',
  async accept => {
    const response = await post(async () => report, accept);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Vary')).toContain('Accept');
    expect(await response.json()).toEqual(report);
  },
);

test('sends the checks of a manifest without requests', async () => {
  const body = JSON.stringify({ manifest: sampleManifest() });
  const response = await post(() => Promise.reject(new Error('asked')), 'application/x-ndjson', body);
  const lines = (await response.text()).trimEnd().split('\n');
  expect(lines.map(line => Object.keys(JSON.parse(line))[0])).toEqual([...report.checks.map(() => 'check'), 'report']);
});

test('has an error status if the checks cannot start', async () => {
  const busy = new SubmissionError('too-many', 'Too many checks are running.', { retryAfter: 10 });
  const response = await post(() => Promise.reject(busy), 'application/x-ndjson');
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '10']);
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
});

test('cuts off the response and reports the error if the checks fail later', async () => {
  const errors: unknown[] = [];
  const fault = new Error('broken');
  const response = await post(
    async (_origin, _isLocal, progress) => {
      progress?.onResult?.(first);
      await Promise.resolve();
      throw fault;
    },
    'application/x-ndjson',
    undefined,
    error => errors.push(error),
  );
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  await expect.poll(() => errors).toEqual([fault]);
});

test('stops the checks if the client disconnects', async () => {
  const stopped = Promise.withResolvers<void>();
  const app = appWith((_origin, _isLocal, { onResult, signal }: ValidationProgress = {}) => {
    onResult?.(first);
    signal?.addEventListener('abort', () => stopped.resolve());
    return new Promise(() => undefined);
  });
  server = await serveApp(app, '127.0.0.1', 0);
  const client = new AbortController();
  const options = { ...request('application/x-ndjson'), signal: client.signal };
  const response = await fetch(`${server.address}/validate`, options);
  const reader = response.body?.getReader();
  await reader?.read();
  client.abort();
  await stopped.promise;
  await expect(reader?.read()).rejects.toThrow();
});

function request(accept: string | undefined, body = '{"url":"https://api.example.com"}'): RequestInit {
  const headers = { 'Content-Type': 'application/json', ...(accept !== undefined && { Accept: accept }) };
  return { method: 'POST', headers, body };
}

async function post(
  verify: Verifier,
  accept: string | undefined,
  body?: string,
  onError: (error: unknown) => void = error => {
    throw error;
  },
): Promise<Response> {
  return appWith(verify, onError).fetch(new Request('https://registry.example/validate', request(accept, body)));
}

function appWith(verify: Verifier, onError?: (error: unknown) => void) {
  const now = () => Date.UTC(2026, 10, 21);
  return createApp({
    addresses,
    catalog: () => createMemoryCatalog([]),
    assets: { fetch: async () => undefined },
    live: {
      blocklist: () => undefined,
      verify,
      fetch: () => Promise.reject(new Error('not used')),
      now,
      limits: { validate: undefined, submit: undefined },
    },
    ...(onError && { onError }),
  });
}
