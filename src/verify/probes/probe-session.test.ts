import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { failure } from '#manifest/result.ts';
import { type Scripted, scriptedFetcher } from '../checks/scripted-fetcher.fixture.ts';
import type { GuardedFetcher } from '../fetch/fetch-result.ts';
import { createGuardedFetcher } from '../fetch/guarded-fetch.ts';
import { createProbeSession } from './probe-session.ts';

const ORIGIN = 'https://api.example.com';

function createSession(answer: Scripted, count = 40) {
  const addresses = Array.from({ length: count }, (_, index) => `${ORIGIN}/${index}`);
  const fetcher = scriptedFetcher(Object.fromEntries(addresses.map(url => [url, answer])));
  return { addresses, fetcher, session: createProbeSession({ fetcher, now: () => 0, origin: ORIGIN }) };
}

describe('a probe session', () => {
  test('sends the same probe once and reuses the response', async () => {
    const { fetcher, session } = createSession(200);
    const [one, other] = await Promise.all([
      session.probe({ url: `${ORIGIN}/1` }),
      session.probe({ url: `${ORIGIN}/1` }),
    ]);
    expect(other).toBe(one);
    await session.probe({ url: `${ORIGIN}/1`, method: 'HEAD' });
    await session.probe({ url: `${ORIGIN}/1`, body: true });
    expect(fetcher.requestLines).toEqual([`GET ${ORIGIN}/1`, `HEAD ${ORIGIN}/1`, `GET ${ORIGIN}/1`]);
  });

  test('sends at most twelve requests, of any method', async () => {
    const { addresses, fetcher, session } = createSession(200);
    const answers = await Promise.all(addresses.map(url => session.probe({ url })));
    expect(fetcher.requests).toHaveLength(12);
    expect(answers.filter(({ ok }) => !ok)).toHaveLength(28);
    expect(await session.probe({ url: `${ORIGIN}/3`, method: 'HEAD' })).toEqual(
      failure('the limit of 12 requests was reached'),
    );
    expect(await session.probe({ url: `${ORIGIN}/3` })).toMatchObject({ ok: true });
  });

  test('returns the longest Retry-After of all responses', async () => {
    const fetcher = scriptedFetcher({
      [`${ORIGIN}/a`]: { status: 429, retryAfter: 30 },
      [`${ORIGIN}/b`]: { status: 503, retryAfter: 120 },
      [`${ORIGIN}/c`]: { status: 429, retryAfter: 60 },
      [`${ORIGIN}/d`]: 200,
    });
    const session = createProbeSession({ fetcher, now: () => 0, origin: ORIGIN });
    expect(session.retryAfter()).toBeUndefined();
    for (const path of ['a', 'b', 'c', 'd']) await session.probe({ url: `${ORIGIN}/${path}` });
    expect(session.retryAfter()).toBe(120);
  });

  test('counts the targets of redirects', async () => {
    const redirects = ['/x', '/y', '/z'].map(path => ({ status: 302, to: ORIGIN + path }));
    const { addresses, fetcher, session } = createSession({ status: 200, redirects });
    await session.probe({ url: `${ORIGIN}/0`, follow: true });
    await Promise.all(addresses.map(url => session.probe({ url })));
    expect(fetcher.requests).toHaveLength(9);
  });

  test('counts requests that are sent again because a reused connection was reset', async () => {
    let requests = 0;
    const known = new WeakSet<object>();
    const server = createServer(({ socket }, response) => {
      requests += 1;
      if (known.has(socket)) socket.resetAndDestroy();
      else response.end('{}');
      known.add(socket);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fetcher = createGuardedFetcher({ siteUrl: 'https://registry.example', local: true });
    const session = createProbeSession({ fetcher, now: () => 0, origin });
    const results = await Promise.all(
      Array.from({ length: 4 }, (_, index) => session.probe({ url: `${origin}/${index}` })),
    );
    expect(results.map(result => result.ok && result.value.fetched.outcome)).toEqual(Array(4).fill('response'));
    for (let path = 4; path < 20; path += 1) await session.probe({ url: `${origin}/${path}` });
    expect(requests).toBe(12);
    await fetcher.close();
    server.close();
  });

  test('keeps the limit of twelve with simultaneous redirects', async () => {
    const urls = Array.from({ length: 12 }, (_, index) => `https://${index}.example/`);
    const script = Object.fromEntries(
      urls.map(url => [url, { status: 200, redirects: [1, 2, 3].map(path => ({ status: 302, to: `${url}${path}` })) }]),
    );
    const fetcher = scriptedFetcher(script);
    const session = createProbeSession({ fetcher, now: () => 0, origin: ORIGIN });
    await Promise.all(urls.map(url => session.probe({ url, follow: true })));
    expect(fetcher.requests.filter(({ redirects }) => redirects === 'follow')).toHaveLength(3);
    expect(fetcher.requests).toHaveLength(3);
  });

  test('follows no redirect that could exceed the limit', async () => {
    const { addresses, fetcher, session } = createSession(200);
    for (const url of addresses.slice(0, 10)) await session.probe({ url });
    await session.probe({ url: `${ORIGIN}/11`, follow: true });
    expect(fetcher.requests.at(-1)?.redirects).toBe('return');
  });

  test('spends at most thirty seconds on exchanges', async () => {
    const { addresses, fetcher, session } = createSession('timeout');
    const answers = await Promise.all(addresses.map(url => session.probe({ url })));
    expect(fetcher.requests.map(({ deadlineMs }) => deadlineMs)).toEqual([10_000, 10_000, 10_000]);
    expect(answers[3]).toEqual(failure('the time limit of 30 seconds was reached'));
  });

  test('shortens the last deadline to the remaining time', async () => {
    const { fetcher, session } = createSession({ status: 200, ms: 9_000 });
    for (const path of [1, 2, 3, 4]) await session.probe({ url: `${ORIGIN}/${path}` });
    expect(fetcher.requests.map(({ deadlineMs }) => deadlineMs)).toEqual([10_000, 10_000, 10_000, 3_000]);
  });

  test('sends one probe at a time per host, and probes several hosts in parallel', async () => {
    const underWay = new Map<string, number>();
    let most = 0;
    let overall = 0;
    const inner = scriptedFetcher(
      Object.fromEntries(['a', 'b'].flatMap(host => [1, 2, 3].map(path => [`https://${host}.example/${path}`, 200]))),
    );
    const fetcher: GuardedFetcher = {
      ...inner,
      async fetch(request) {
        const { host } = new URL(request.url);
        underWay.set(host, (underWay.get(host) ?? 0) + 1);
        most = Math.max(most, underWay.get(host) ?? 0);
        overall = Math.max(
          overall,
          [...underWay.values()].reduce((sum, count) => sum + count),
        );
        await new Promise(resolve => setImmediate(resolve));
        underWay.set(host, (underWay.get(host) ?? 0) - 1);
        return inner.fetch(request);
      },
    };
    const session = createProbeSession({ fetcher, now: () => 0, origin: ORIGIN });
    await Promise.all(
      [1, 2, 3].flatMap(path => ['a', 'b'].map(host => session.probe({ url: `https://${host}.example/${path}` }))),
    );
    expect({ most, overall }).toEqual({ most: 1, overall: 2 });
  });

  test('gives the reason for an invalid URL without a request', async () => {
    const fetcher = scriptedFetcher({ 'mailto:pay@example.com': { rejected: 'Not absolute.' } });
    const answer = await createProbeSession({ fetcher, now: () => 0, origin: ORIGIN }).probe({
      url: 'mailto:pay@example.com',
    });
    expect(answer).toMatchObject({ ok: true, value: { evidence: { status: null, note: 'Not absolute.' } } });
  });
});

test('includes the reason for a missing response in the evidence', async () => {
  const { session } = createSession('connection-refused');
  const answer = await session.probe({ url: `${ORIGIN}/1` });
  expect(answer).toMatchObject({
    ok: true,
    value: {
      evidence: {
        method: 'GET',
        url: `${ORIGIN}/1`,
        status: null,
        at: '1970-01-01T00:00:00Z',
        ms: 50,
        note: 'The server refused the connection.',
      },
    },
  });
});
