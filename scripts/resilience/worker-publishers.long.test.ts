import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestHarness } from 'wrangler';
import { addresses } from '#edge/catalog/catalog.fixture.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type FakeGithub, startFakeGithub } from '../fake-github/fake-github.ts';
import { workerOf } from './worker.fixture.ts';

/** How publishers respond, by the first label of their host. */
const CONDUCT: Readonly<Record<string, (url: URL) => Response | Promise<Response>>> = {
  good: ({ pathname }) => {
    if (pathname.startsWith('/.well-known/')) return Response.json(MANIFEST);
    const exists = MANIFEST.endpoints.some(({ path }) => path === pathname);
    // A publisher with the same response for each path counts as not seen.
    return exists ? Response.json({}) : new Response(null, { status: 404 });
  },
  hangs: () => new Promise(() => undefined),
  drips: () => new Response(streamOf('x', 300, 50)),
  floods: () => new Response(streamOf(' '.repeat(64 * 1024), 128, 0)),
  redirects: ({ pathname }) =>
    new Response(null, { status: 302, headers: { Location: `${pathname}?${Math.random()}` } }),
};

/** A manifest with an endpoint that can be probed without parameters. */
const MANIFEST = sampleManifest({
  endpoints: sampleManifest().endpoints.map(endpoint => ({ ...endpoint, parameters: [] })),
});

let folder: string;
let github: FakeGithub;
let harness: TestHarness;

beforeAll(async () => {
  const original = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.hostname === 'cloudflare-dns.com') return answerOf(url);
    const conduct = CONDUCT[url.hostname.split('.')[0] ?? ''];
    return conduct ? conduct(url) : original(input, init);
  });
  folder = await makeTemporaryFolder('worker-publishers-');
  github = await startFakeGithub({ files: [{ path: 'registry/refused.json', content: '[]\n' }], directory: folder });
  harness = await workerOf(folder, {
    REGISTRY_URL: addresses.registry,
    GITHUB_API_URL: github.address,
    GITHUB_REPOSITORY: `${github.owner}/${github.name}`,
    SUBMISSION_APP_ID: String(github.app.id),
    SUBMISSION_APP_INSTALLATION_ID: String(github.app.installation),
    SUBMISSION_APP_PRIVATE_KEY: github.app.privateKey,
  });
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await harness.close();
  await github.close();
  await removeFolder(folder);
});

test.concurrent('isolates hanging and flooding publishers in workerd, and distinguishes them from invalid ones', async () => {
  const began = performance.now();
  let isHungDone = false;
  const hung = Promise.all(['hangs', 'drips'].map(both)).finally(() => (isHungDone = true));
  expect(await both('good')).toEqual([
    { status: 200, passed: true },
    { status: 202, kind: undefined },
  ]);
  for (const name of ['floods', 'redirects']) {
    expect(await both(name), name).toEqual([
      { status: 200, passed: false, retryable: false },
      { status: 422, kind: 'address-refused' },
    ]);
  }
  expect(isHungDone).toBe(false);
  for (const answers of await hung) {
    expect(answers).toEqual([
      { status: 200, passed: false, retryable: true },
      { status: 503, kind: 'unavailable' },
    ]);
  }
  // A request takes at most ten seconds, even after an aborted one. All of them in turn would take minutes.
  expect(performance.now() - began).toBeLessThan(60_000);
  expect(github.state.threads.size).toBe(1);
});

test.concurrent('limits the checks of a domain in workerd, and those of no other domain', async () => {
  const slow = Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map(name => post('/validate', { url: `https://hangs.${name}.slow.org` })),
  );
  expect(await post('/validate', { url: 'https://good.fast.org' })).toMatchObject({ status: 200 });
  expect(await post('/listings/submit', { url: 'https://hangs.f.slow.org' })).toMatchObject(TOO_MANY);
  const results = await slow;
  expect(results.filter(({ status }) => status === 200)).toHaveLength(3);
  for (const result of results.filter(({ status }) => status !== 200)) expect(result).toMatchObject(TOO_MANY);
  // The places are free again.
  expect(await post('/validate', { url: 'https://good.slow.org' })).toMatchObject({ status: 200 });
});

const TOO_MANY = { status: 429, retryAfter: '10', body: { detail: expect.stringContaining('3 checks of slow.org') } };

/** Returns the results of a validation and a submission. */
async function both(name: string) {
  // Each has its own domain, because the checks of a domain are limited.
  const url = `https://${name}.${name}-example.org`;
  const [validated, submitted] = await Promise.all([post('/validate', { url }), post('/listings/submit', { url })]);
  const { passed, retryable } = validated.body;
  return [
    { status: validated.status, passed, ...(passed === false && { retryable }) },
    { status: submitted.status, kind: /#(.*)$/.exec(String(submitted.body.type ?? ''))?.[1] },
  ];
}

async function post(place: string, body: object) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await harness.fetch(place, { method: 'POST', headers, body: JSON.stringify(body) });
  const retryAfter = response.headers.get('Retry-After');
  return { status: response.status, retryAfter, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

/** DNS over HTTPS that resolves each name to a public IP address. */
function answerOf(url: URL): Response {
  const isV4 = ['A', '1'].includes(url.searchParams.get('type') ?? '');
  const Answer = isV4 ? [{ name: url.searchParams.get('name'), type: 1, TTL: 60, data: '93.184.216.34' }] : [];
  return Response.json({ Status: 0, Answer }, { headers: { 'Content-Type': 'application/dns-json' } });
}

/** Ends after a while, because the proxy before the Worker keeps reading after the Worker stops. */
function streamOf(text: string, times: number, milliseconds: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let left = times;
  return new ReadableStream({
    async pull(controller) {
      if (milliseconds > 0) await pause(milliseconds);
      if (left-- > 0) controller.enqueue(bytes);
      else controller.close();
    },
  });
}
