import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FetchRequest } from './fetch-result.ts';
import { summary } from './fixtures/loopback-network.ts';
import { createWorkerFetcher } from './worker-fetch.ts';

type Answer = (url: string, init: RequestInit) => Response | Promise<Response>;

/** Creates a fetcher on a mock platform with one response, and records its requests. */
function platform(answer: Answer, addresses: readonly string[] = ['93.184.216.34']) {
  const asked: { url: string; init: RequestInit }[] = [];
  const names: string[] = [];
  const fetcher = createWorkerFetcher({
    siteUrl: 'https://registry.example',
    fetch: async (input, init = {}) => {
      asked.push({ url: String(input), init });
      return answer(String(input), init);
    },
    resolve: async name => {
      names.push(name);
      return addresses;
    },
  });
  const fetch = (url: string, request: Partial<FetchRequest> = {}) => fetcher.fetch({ url, ...request });
  return { asked, names, fetch };
}

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

test('calls the platform without following redirects and returns the details', async () => {
  const { asked, names, fetch } = platform(
    () => new Response('{}', { status: 429, headers: { ETag: '"a"', 'Set-Cookie': 'a=b', 'Retry-After': '5' } }),
  );

  const result = await fetch('https://api.example/a#b', { headers: { accept: 'application/json' } });

  expect(result).toMatchObject({
    outcome: 'response',
    status: 429,
    url: 'https://api.example/a',
    body: new TextEncoder().encode('{}'),
    retryAfter: 5,
  });
  expect(result.outcome === 'response' && Object.keys(result.headers)).toEqual(['content-type', 'etag', 'retry-after']);
  expect(names).toEqual(['api.example']);
  expect(asked).toMatchObject([
    {
      url: 'https://api.example/a',
      init: {
        method: 'GET',
        redirect: 'manual',
        cache: 'no-store',
        headers: {
          accept: 'application/json',
          'user-agent': 'api-registry/0.3.1 (+https://registry.example/probes/)',
        },
      },
    },
  ]);
});

describe('the Worker fetcher', () => {
  test.each([
    ['an IP address', 'https://127.1/', 'refused ip-literal'],
    ['localhost', 'https://localhost/', 'refused reserved-name'],
    ['http', 'http://api.example/', 'refused scheme'],
    ['credentials', 'https://a:b@api.example/', 'refused credentials'],
    ['an unusual port', 'https://api.example:8080/', 'refused port'],
  ])('sends no request to %s', async (_, url, expected) => {
    const { asked, names, fetch } = platform(() => new Response());
    expect(summary(await fetch(url))).toBe(expected);
    expect([...asked, ...names]).toEqual([]);
  });

  test('sends no request over http or to loopback, even as the listed origin, because there is no local mode', async () => {
    const { asked, fetch } = platform(() => new Response());
    const result = await fetch('http://localhost:80/', { listingOrigin: 'http://localhost' });
    expect(summary(result)).toBe('refused scheme');
    expect(asked).toEqual([]);
  });

  test.each([
    ['one blocked', ['127.0.0.1'], 'refused blocked-address'],
    ['one among several', ['93.184.216.34', 'fd00::1'], 'refused blocked-address'],
    ['IPv4-mapped', ['::ffff:127.0.0.1'], 'refused blocked-address'],
    ['none', [], 'failed dns-not-found'],
  ])('sends no request to a name with bad addresses: %s', async (_, addresses, expected) => {
    const { asked, fetch } = platform(() => new Response(), addresses);
    expect(summary(await fetch('https://api.example/'))).toBe(expected);
    expect(asked).toEqual([]);
  });

  test('sends no request to a name with a failed lookup', async () => {
    const fetcher = createWorkerFetcher({
      siteUrl: 'https://registry.example',
      fetch: () => Promise.reject(new Error('asked')),
      resolve: () => Promise.reject(new Error('no answer')),
    });
    expect(await fetcher.fetch({ url: 'https://api.example/' })).toMatchObject({ kind: 'dns-failed', decisive: false });
  });
});

describe('redirect handling', () => {
  test('follows redirects on the origin with a check of each', async () => {
    const { asked, names, fetch } = platform(url => (url.endsWith('/end') ? new Response('end') : redirect('/end')));
    expect(await fetch('https://api.example/')).toMatchObject({ status: 200, url: 'https://api.example/end' });
    expect(asked).toHaveLength(2);
    expect(names).toEqual(['api.example', 'api.example']);
  });

  test.each(['https://other.example/', 'http://api.example/', 'https://127.0.0.1/', '//other.example/'])(
    'does not follow a redirect to %s',
    async location => {
      const { asked, fetch } = platform(() => redirect(location));
      expect(summary(await fetch('https://api.example/'))).toBe('failed redirect-off-origin');
      expect(asked).toHaveLength(1);
    },
  );

  test('follows at most three redirects', async () => {
    const { asked, fetch } = platform(url => redirect(`${url}a`));
    expect(summary(await fetch('https://api.example/'))).toBe('failed too-many-redirects');
    expect(asked).toHaveLength(4);
  });
});

describe('limits', () => {
  /** Returns an endless body, and whether it was canceled. */
  function endless(everyMs?: number) {
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (everyMs !== undefined) await new Promise(resolve => setTimeout(resolve, everyMs));
        controller.enqueue(new Uint8Array(everyMs === undefined ? 65_536 : 1));
      },
      cancel() {
        cancelled = true;
      },
    });
    return { stream, isCancelled: () => cancelled };
  }

  test('apply to an endless body', async () => {
    const { stream, isCancelled } = endless();
    const { fetch } = platform(() => new Response(stream));
    expect(await fetch('https://api.example/')).toMatchObject({ kind: 'too-large', decisive: true });
    expect(isCancelled()).toBe(true);
  });

  test('apply to a slow body', async () => {
    const { fetch } = platform(() => new Response(endless(5).stream));
    expect(summary(await fetch('https://api.example/', { deadlineMs: 60 }))).toBe('failed timeout');
  });

  test('cut a sample of an endless body', async () => {
    const { stream, isCancelled } = endless();
    const { fetch } = platform(() => new Response(stream));
    const result = await fetch('https://api.example/', { body: 'sample' });
    expect(result).toMatchObject({ status: 200, isPartial: true });
    expect(result.outcome === 'response' && result.body.byteLength).toBe(64 * 1024);
    expect(isCancelled()).toBe(true);
  });

  test('cut a sample of a slow body', async () => {
    const { stream, isCancelled } = endless(20);
    const { fetch } = platform(() => new Response(stream));
    const result = await fetch('https://api.example/', { body: 'sample' });
    expect(result).toMatchObject({ status: 200, isPartial: true });
    expect(result.ms).toBeLessThan(5000);
    expect(isCancelled()).toBe(true);
  });

  test.each(['{"tide":3}', 'x'.repeat(64 * 1024), null])('do not cut a sample of a small body', async body => {
    const { fetch } = platform(() => new Response(body));
    const result = await fetch('https://api.example/', { body: 'sample' });
    expect(result).toMatchObject({ body: new TextEncoder().encode(body ?? '') });
    expect(result).not.toHaveProperty('isPartial');
  });

  test('apply to a missing response on a platform that ignores the signal', async () => {
    const { fetch } = platform(() => new Promise(() => undefined));
    expect(summary(await fetch('https://api.example/', { deadlineMs: 30 }))).toBe('failed timeout');
  });

  test('cancel a dropped body', async () => {
    const { stream, isCancelled } = endless();
    const { fetch } = platform(() => new Response(stream, { status: 401 }));
    expect(await fetch('https://api.example/', { body: 'drop' })).toMatchObject({
      status: 401,
      body: new Uint8Array(),
    });
    expect(isCancelled()).toBe(true);
  });

  test.each([
    ['many', Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`x-${n}`, '1']))],
    ['long', { 'x-long': 'x'.repeat(17_000) }],
  ])('apply to %s headers', async (_, headers) => {
    const { fetch } = platform(() => new Response('', { headers }));
    expect(summary(await fetch('https://api.example/'))).toBe('failed headers-too-large');
  });

  test('do not blame the publisher for a failure of the platform', async () => {
    const { fetch } = platform(() => Promise.reject(new Error('Network connection lost.')));
    expect(await fetch('https://api.example/')).toMatchObject({ kind: 'our-side', decisive: false });
  });
});

test('uses no Node APIs', async () => {
  const files = new Set<string>();
  const { readFile } = await import('node:fs/promises');
  const visit = async (file: string): Promise<void> => {
    if (files.has(file)) return;
    files.add(file);
    const source = await readFile(file, 'utf8');
    const imports = [...source.matchAll(/^import (?!type )[^;]*? from '([^']+)';/gms)].map(match => match[1] ?? '');
    // The check of imports keeps Node's modules out of these two folders.
    expect(
      imports.filter(name => !/^(\.|#manifest\/|#listing\/|ipaddr\.js$)/.test(name)),
      file,
    ).toEqual([]);
    const relative = imports.filter(name => name.startsWith('.'));
    await Promise.all(relative.map(name => visit(path.resolve(path.dirname(file), name))));
  };
  const entryPoints = ['worker-fetch.ts', 'dns/doh-resolver.ts'].map(name => path.join(import.meta.dirname, name));
  await Promise.all(entryPoints.map(visit));
  expect(files).toContain(path.join(import.meta.dirname, 'rules/ip-rules.ts'));
});

test.each(['https://blocked.example/docs', 'https://API.BLOCKED.example/'])(
  'sends nothing to the blocked origin of %s, not even a DNS query',
  async url => {
    const sent: string[] = [];
    const record = async (name: unknown) => Promise.reject(sent.push(String(name)));
    const fetcher = createWorkerFetcher({
      siteUrl: 'https://registry.example',
      fetch: record,
      resolve: record,
      blocklist: ({ host }) => (host.endsWith('blocked.example') ? 'Its provider opted out.' : undefined),
    });
    const result = await fetcher.fetch({ url, listingOrigin: 'https://other.example' });
    expect(summary(result)).toBe('refused blocked-origin');
    expect(sent).toEqual([]);
  },
);
