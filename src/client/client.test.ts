import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import vm from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { numberedListings } from '#edge/catalog/catalog.fixture.ts';
import {
  createClient,
  type Manifest02,
  type Manifest03,
  type RegistryClient,
  RegistryError,
  type Retry,
} from './client.ts';
import { startRegistry, type TestRegistry } from './registry.fixture.ts';
import { readText, sendRequest } from './send-request.ts';
import { stagedSubmissions } from './submissions.fixture.ts';

let registry: TestRegistry;
let client: RegistryClient;

beforeAll(async () => {
  const submissions = stagedSubmissions(['pending', 'pending', 'validating', 'approved', 'live']);
  registry = await startRegistry({ listings: numberedListings(7), submissions });
  client = createClient({ registry: `${registry.address}/`, pause: async () => {} });
});

afterAll(() => registry.close());

describe('reading', () => {
  test('returns a page of matches', async () => {
    const { data, meta } = await client.search({ category: 'weather', limit: 2, status: ['verified'] });
    expect(data).toMatchObject({ count: 2, total: 3 });
    expect(data.listings[0]?.categories).toEqual(['weather']);
    expect(meta.query).toMatchObject({ category: ['weather'], status: ['verified'] });
  });

  test('omits filters without a value', async () => {
    const query = { q: null, category: [], status: undefined, limit: 1 } as object;
    expect((await client.search(query)).data.total).toBe(7);
    expect(registry.requests.at(-1)).toBe('/listings?limit=1');
  });

  test.each(['/', '//', ' ', '/#'])('accepts the URL of a registry with %j at its end', async end => {
    const { data } = await createClient({ registry: ` ${registry.address}${end}` }).search();
    expect(data.total).toBe(7);
  });

  test('iterates over all pages and returns each listing once', async () => {
    const ids: string[] = [];
    for await (const row of client.iterate({ limit: 2, sort: 'name' })) ids.push(row.id);
    expect(ids).toEqual(['1', '2', '3', '4', '5', '6', '7'].map(each => `api-${each}.example`));
  });

  test('requests no unneeded page', async () => {
    registry.requests.length = 0;
    for await (const row of client.iterate({ limit: 2 })) if (row.id !== '') break;
    expect(registry.requests).toEqual(['/listings?limit=2']);
  });

  test('returns a listing with its manifest', async () => {
    const detail = await client.get('api-3.example');
    expect(detail.manifest.name).toBe('Tide tables 3');
    expectTypeOf(detail.manifest).toEqualTypeOf<Manifest03 | Manifest02>();
  });

  test('returns categories, facets, a history, and feeds', async () => {
    const { categories } = await client.categories();
    expect(categories.map(({ name }) => name)).toContain('weather');
    expect((await client.facets({ category: 'weather' })).total).toBe(3);
    expect(await client.history('api-3.example')).toMatchObject({ id: 'api-3.example', entries: expect.any(Array) });
    const requested: (string | undefined)[] = [];
    const server = await serve(({ url }, response) => {
      requested.push(url);
      response.end('{"version":"https://jsonfeed.org/version/1.1","title":"Changes","items":[]}');
    });
    const feeds = createClient({ registry: server.address });
    expect(await feeds.feed()).toMatchObject({ title: 'Changes' });
    expect((await feeds.feed('weather')).items).toEqual([]);
    expect(requested).toEqual(['/feed.json', '/collections/weather/feed.json']);
    server.close();
  });

  test('returns a report on a manifest', async () => {
    const report = await client.validate({ manifest: { spec_version: 'apimanifest-0.3' } });
    expect(report).toMatchObject({ passed: false, schema_valid: false });
  });
});

describe('submitting', () => {
  test('waits for the decision and reports each status once', async () => {
    const states: string[] = [];
    const state = await client.submit('https://new.example', { onState: ({ status }) => states.push(status) });
    expect(state).toMatchObject({ status: 'approved', listing_id: 'new.example', live: false });
    expect(states).toEqual(['pending', 'validating', 'approved']);
  });

  test('waits until the listing is live if requested', async () => {
    const state = await client.submit('https://new.example', { until: 'live' });
    expect(state.live).toBe(true);
  });

  test('stops when aborted', async () => {
    const abort = new AbortController();
    const waiting = createClient({ registry: registry.address }).submit('https://new.example', {
      signal: abort.signal,
    });
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  test('throws for an unknown submission', async () => {
    await expect(client.submission('none')).rejects.toMatchObject({ name: 'RegistryError', status: 404 });
  });
});

describe('a failed request', () => {
  test('throws an error with the problem details', async () => {
    const error = await client.get('none.example').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RegistryError);
    expect(error).toMatchObject({ status: 404, problem: { status: 404, title: expect.any(String) } });
    expect(String(error)).toContain('none.example');
  });

  test('lists each invalid parameter', async () => {
    const unknown = { limit: 0, nonsense: 1 } as object;
    await expect(client.search(unknown)).rejects.toMatchObject({
      problem: { errors: [{ parameter: 'nonsense' }, { parameter: 'limit' }] },
    });
  });

  test('names a text that ends early', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('a part');
      setImmediate(() => response.destroy());
    });
    const connection = { base: server.address, fetch, pause: async () => {} };
    const reading = sendRequest(connection, { path: '/agents' }).then(response => readText(connection, response));
    await expect(reading).rejects.toMatchObject({
      name: 'RegistryError',
      message: expect.stringMatching(/^http\S+ did not send its whole response: .+\.$|^Cannot reach/),
    });
    server.close();
  });

  test('returns a long Retry-After to the caller', async () => {
    const server = await serve((_, response) => response.writeHead(429, { 'Retry-After': '2592000' }).end());
    const limited = createClient({ registry: server.address });
    await expect(limited.search()).rejects.toMatchObject({ status: 429, retryAfter: 2_592_000 });
    server.close();
  });

  test('keeps only errors that have the form of the API', async () => {
    const bodies = [
      { title: 'Bad', detail: 'Wrong.', errors: { q: ['Wrong.'] } },
      {
        title: 'Bad',
        detail: 'Wrong.',
        errors: [null, 'x', { detail: 1 }, { detail: 'No.', parameter: 2 }, { detail: 'Yes.' }],
      },
      { title: {}, detail: 'Wrong.' },
    ];
    const server = await serve((_, response) => response.writeHead(400).end(JSON.stringify(bodies.shift())));
    const other = createClient({ registry: server.address });
    await expect(other.search()).rejects.toMatchObject({ message: 'Bad. Wrong.', problem: { errors: [] } });
    await expect(other.search()).rejects.toMatchObject({ problem: { errors: [{ detail: 'Yes.' }] } });
    await expect(other.search()).rejects.toMatchObject({ problem: undefined });
    server.close();
  });

  test('names the URL to which a registry redirects POST requests', async () => {
    const server = await serve((request, response) =>
      response.writeHead(301, { Location: registry.address + request.url }).end(),
    );
    const redirecting = createClient({ registry: server.address });
    expect((await redirecting.search()).data.total).toBe(7);
    await expect(redirecting.submit('https://api.example.com')).rejects.toThrow(
      `${server.address} redirects to ${registry.address}. Use that URL`,
    );
    server.close();
  });

  test('names an unreachable registry', async () => {
    const nobody = createClient({ registry: 'http://127.0.0.1:1' });
    await expect(nobody.search()).rejects.toThrow(/Cannot reach http:\/\/127\.0\.0\.1:1/);
  });

  test.each(['registry.example', 'ftp://registry.example', 'https://registry.example/?a=b'])(
    'throws a RangeError for the registry URL %s',
    address => {
      expect(() => createClient({ registry: address })).toThrow(RangeError);
    },
  );

  test('keeps the password in a registry URL out of the error', () => {
    const create = () => createClient({ registry: 'https://me:secret@registry.example' });
    expect(create).toThrow(/contains a user name or password/);
    expect(create).not.toThrow(/secret/);
  });

  test('reports a response that is not JSON', async () => {
    const server = await serve((_, response) => response.end('<p>Hello'));
    await expect(createClient({ registry: server.address }).search()).rejects.toThrow(/not JSON/);
    server.close();
  });

  test('retries a busy registry after its Retry-After delay', async () => {
    const pauses: number[] = [];
    let count = 0;
    const server = await serve((_, response) => {
      count += 1;
      if (count < 3) response.writeHead(429, { 'Retry-After': '7' }).end('{}');
      else response.end('{"data":{"id":"late.example","manifest":{}}}');
    });
    const patient = createClient({
      registry: server.address,
      pause: async milliseconds => {
        pauses.push(milliseconds);
      },
    });
    expect((await patient.get('late.example')).id).toBe('late.example');
    expect(pauses).toEqual([7000, 7000]);
    server.close();
  });

  test('honors a Retry-After date', async () => {
    const pauses: number[] = [];
    let delay = 30_000;
    const server = await serve((_, response) => {
      response.writeHead(503, { 'Retry-After': new Date(Date.now() + delay).toUTCString() }).end('{}');
      delay = 3_600_000;
    });
    const pause = async (milliseconds: number) => void pauses.push(milliseconds);
    const failure = await createClient({ registry: server.address, pause })
      .search()
      .catch(error => error);
    expect(failure).toMatchObject({ status: 503 });
    expect(failure.retryAfter).toBeGreaterThan(3590);
    expect(pauses).toHaveLength(1);
    expect(pauses[0]).toBeGreaterThan(25_000);
    server.close();
  });

  test.each(['.', '..'])('rejects the id %s, which would request another path', async id => {
    registry.requests.length = 0;
    const calls = [client.get(id), client.history(id), client.feed(id), client.submission(id)];
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ reason: { name: 'RegistryError', message: expect.stringContaining(`"${id}"`) } });
    expect(registry.requests).toEqual([]);
  });

  test('limits the retries of reads and submissions, and reports each', async () => {
    let count = 0;
    const server = await serve((_, response) => {
      count += 1;
      response.writeHead(count % 2 === 0 ? 503 : 500).end();
    });
    const retries: Retry[] = [];
    const onRetry = (retry: Retry) => retries.push(retry);
    const patient = createClient({ registry: server.address, pause: async () => {}, onRetry });
    await expect(patient.search()).rejects.toMatchObject({ status: 503 });
    expect(count).toBe(4);
    expect(retries.map(({ attempt, seconds }) => [attempt, seconds])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    await expect(patient.submit('https://api.example')).rejects.toMatchObject({ status: 503 });
    expect(count).toBe(8);
    server.close();
  });

  test('does not retry an operation that the registry does not support', async () => {
    let count = 0;
    const server = await serve((_, response) => {
      count += 1;
      response.writeHead(501).end();
    });
    await expect(createClient({ registry: server.address }).search()).rejects.toMatchObject({ status: 501 });
    expect(count).toBe(1);
    server.close();
  });

  test.each([['{}'], ['[]'], ['null'], ['{"data":null}'], ['{"data":{"listings":{}},"meta":{"links":{}}}']])(
    'reports the response %s, which is not one of a registry',
    async body => {
      const server = await serve((_, response) => response.end(body));
      const strange = createClient({ registry: server.address });
      const outcomes = await Promise.allSettled([
        strange.search(),
        strange.get('a'),
        strange.history('a'),
        strange.facets(),
        strange.categories(),
        strange.feed(),
        strange.submission('a'),
        strange.validate({ url: 'https://a.example' }),
        strange.iterate().next(),
      ]);
      for (const outcome of outcomes.slice(0, body.includes('listings') ? 1 : undefined))
        expect(outcome).toMatchObject({
          status: 'rejected',
          reason: { message: expect.stringContaining('is not a registry') },
        });
      server.close();
    },
  );

  test('reports a submission without an id', async () => {
    const server = await serve((_, response) => response.end('{"data":{"status":"pending"}}'));
    const strange = createClient({ registry: server.address });
    const outcomes = await Promise.allSettled([strange.submit('https://a.example'), strange.submission('a')]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ reason: { message: expect.stringContaining('no data.submission_id') } });
    server.close();
  });

  test('reports a registry that repeats a page forever', async () => {
    const server = await serve((_, response) =>
      response.end(
        JSON.stringify({
          data: { listings: [] },
          meta: { links: { next: 'https://registry.example/listings?limit=1' } },
        }),
      ),
    );
    const pages = createClient({ registry: server.address }).iterate({ limit: 1 });
    await expect(pages.next()).rejects.toThrow('the same page again');
    server.close();
  });

  test('reports a registry that repeats a cycle of pages', async () => {
    const server = await serve(({ url = '' }, response) => {
      const next = `https://registry.example/listings?offset=${url.endsWith('=1') ? 2 : 1}`;
      response.end(JSON.stringify({ data: { listings: [] }, meta: { links: { next } } }));
    });
    await expect(createClient({ registry: server.address }).iterate().next()).rejects.toThrow('the same page again');
    server.close();
  });

  test('reports a link to the next page that is not a URL', async () => {
    const body = JSON.stringify({ data: { listings: [] }, meta: { links: { next: 'page-2' } } });
    const server = await serve((_, response) => response.end(body));
    const pages = createClient({ registry: server.address }).iterate();
    await expect(pages.next()).rejects.toMatchObject({ name: 'RegistryError' });
    server.close();
  });

  test.each([200, 404, 503])('rejects with the reason of an abort while the body of a %i arrives', async status => {
    const abort = new AbortController();
    const server = await serve((_, response) => {
      response.writeHead(status).write('{');
      setTimeout(() => abort.abort(new Error('enough')), 20);
    });
    const waiting = createClient({ registry: server.address }).search({}, { signal: abort.signal });
    await expect(waiting).rejects.toThrow('enough');
    server.close();
  });

  test('reports a body that ends early as incomplete', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('{');
      setTimeout(() => response.destroy(), 20);
    });
    const waiting = createClient({ registry: server.address }).search();
    await expect(waiting).rejects.toThrow('did not send its whole response: ');
    server.close();
  });

  test('ends after the timeout', async () => {
    const server = await serve(() => {});
    const impatient = createClient({ registry: server.address, timeoutMs: 50 });
    await expect(impatient.search()).rejects.toThrow('no response within 0.05 seconds');
    await expect(impatient.get('a', { timeoutMs: 20 })).rejects.toThrow('no response within 0.02 seconds');
    server.close();
  });
});

test('bundles without Node modules, for browsers and Workers', async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'client.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'registry',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  });
  const platform = { fetch, URL, URLSearchParams, setTimeout, clearTimeout, AbortSignal, TextEncoder, TextDecoder };
  const context = vm.createContext({ ...platform, address: registry.address });
  vm.runInContext(outputFiles[0]?.text ?? '', context);
  const names = vm.runInContext(
    `(async () => {
      const names = [];
      for await (const row of registry.createClient({ registry: address }).iterate({ limit: 5 })) names.push(row.name);
      return names.length;
    })()`,
    context,
  );
  expect(await names).toBe(7);
});

async function serve(listener: RequestListener): Promise<{ address: string; close(): void }> {
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections(),
  };
}
