import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRegistry, type TestRegistry } from '#client/registry.fixture.ts';
import { stagedSubmissions } from '#client/submissions.fixture.ts';
import { numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { apiManifest } from '../api-manifest.ts';
import { InterruptedError } from '../terminal/interrupted-error.ts';
import { createTestTerminal, runCli } from '../terminal/terminal.fixture.ts';

let registry: TestRegistry;

beforeAll(async () => {
  const evil = sampleListing('https://evil.example', {
    name: 'Evil \u001b[2J\u202eapi',
    description: `Rewrites\u001b]0;title\u0007 the terminal\nof anyone who reads it. ${'x'.repeat(80)}`,
  });
  registry = await startRegistry({
    listings: [...numberedListings(12), evil],
    submissions: stagedSubmissions(['pending', 'live']),
  });
});

afterAll(() => registry.close());

/** Runs a command with the URL of the registry in the environment. */
function ask(...args: readonly string[]) {
  return runCli(args, { environment: { API_REGISTRY_URL: registry.address } });
}

describe('find', () => {
  test('searches by words', async () => {
    const { status, out } = await ask('find', 'tide', 'tabels');
    expect(status).toBe(0);
    expect(out).toMatch(/^api-\d+\.example {2}Tide tables \d+ {2}verified\n/);
    expect(out).toMatch(/10 of 12 matches\. For more, use --offset 10/);
  });

  test('searches by filters', async () => {
    const { out } = await ask(
      'find',
      '--category',
      'weather',
      '--category',
      'finance,music-gear',
      '--limit',
      '2',
      '--free-only',
      '--auth-required=false',
    );
    expect(out).toMatch(/2 of 6 matches/);
    expect(registry.requests.at(-1)).toBe(
      '/listings?limit=2&category=weather%2Cfinance%2Cmusic-gear&free_only=true&auth_required=false',
    );
  });

  test('says after two seconds that it waits for the registry', async () => {
    const terminal = createTestTerminal();
    const { promise: waiting, resolve } = Promise.withResolvers<void>();
    const progress = (line: string) => {
      terminal.progress(line);
      if (line.startsWith('Waiting')) resolve();
    };
    const slow = createServer(async (_request, response) => {
      await waiting;
      response.writeHead(404).end();
    });
    await new Promise<void>(listening => slow.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const status = await apiManifest(['find', 'tide', '--registry', url], { ...terminal, progress });
    await new Promise(closed => slow.close(closed));
    expect(status).toBe(2);
    // The empty line removes the progress line before the error.
    expect(terminal.progressLines).toEqual([`Waiting for ${url} …`, '']);
  });

  test.each([40, 60])('truncates results to %i columns', async columns => {
    const environment = { API_REGISTRY_URL: registry.address };
    for (const args of [
      ['find', 'rewrites'],
      ['find', 'tide'],
    ]) {
      const { out } = await runCli(args, { columns, environment });
      const lines = out.split('\n').slice(0, -2);
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(columns);
      expect(lines.length).toBeGreaterThan(2);
    }
    const { out } = await runCli(['show', 'api-1.example'], { columns, environment });
    for (const line of out.split('\n').filter(each => each.startsWith(' '.repeat(9))))
      expect(line.length, line).toBeLessThanOrEqual(columns);
  });

  test('exits with 1 if there are no matches', async () => {
    expect(await ask('find', 'zzzzzz')).toMatchObject({ status: 1, out: expect.stringMatching(/^No matches/) });
  });

  test('exits with 1 for an offset beyond the last match', async () => {
    const { status, out } = await ask('find', 'tide', '--offset', '100');
    expect([status, out]).toEqual([
      1,
      'No results at offset 100, because the search has 12 matches. Use a smaller --offset.\n',
    ]);
  });

  test('says that results are only similar, and suggests the corrected words', async () => {
    const { out } = await ask('find', 'tabels');
    expect(out).toMatch(
      /\n10 of 12 matches\..+\nProbably none of these is what you need: they are only similar\. Did you mean "tables"\?/,
    );
    expect((await ask('find', 'weathr', '--badges', 'payment-ready')).out).toMatch(
      /^No matches\. .*Related: --category weather\. Try other words or fewer filters\.\n$/,
    );
  });

  test('prints JSON', async () => {
    const { out } = await ask('find', 'tide', '--json');
    expect(JSON.parse(out)).toMatchObject({ data: { count: 10 } });
  });

  test('names the option that the registry rejected', async () => {
    const { status, error } = await ask('find', 'tide', '--limit', '0');
    expect(status).toBe(2);
    expect(error).toBe('Invalid query.\n  --limit: Invalid value "0". Use an integer from 1 to 500.\n');
    const several = await ask('find', 'tide', '--limit', '0', '--offset', '-1');
    expect(several.error).toMatch(
      /^Invalid query\. 2 query parameters are invalid\.\n {2}--limit: .+\n {2}--offset: .+\n$/,
    );
  });

  test('names no option for words that are too long', async () => {
    const { error } = await ask('find', 'x'.repeat(201));
    expect(error).toBe('Invalid query. The search text has 201 characters. The maximum is 200.\n');
  });

  test('requires words or filters', async () => {
    expect(await ask('find')).toMatchObject({ status: 2, error: expect.stringMatching(/Pass search words/) });
  });
});

describe('show', () => {
  test('finds a listing by id', async () => {
    const { status, out } = await ask('show', 'api-3.example');
    expect(status).toBe(0);
    for (const text of ['Tide tables 3 1.2.0', 'verified 2026-11-20', 'GET    /v1/tides  harbor', 'Notes for agents'])
      expect(out).toContain(text);
  });

  test('finds a listing by URL', async () => {
    expect(await ask('show', 'https://API-3.example/v1/x', '--json')).toMatchObject({
      status: 0,
      out: expect.stringContaining('"id": "api-3.example"'),
    });
  });

  test('prints only the manifest', async () => {
    const { out } = await ask('show', 'api-3.example', '--manifest');
    expect(JSON.parse(out)).toMatchObject({ spec_version: 'apimanifest-0.3', name: 'Tide tables 3' });
  });

  test('finds a listing by the URLs and the spellings of its id', async () => {
    const { address } = registry;
    for (const target of ['API-3.Example.', `${address}/listings/api-3.example`, `${address}/apis/api-3.example/`])
      expect((await ask('show', target)).out).toContain('Tide tables 3');
  });

  test('exits with 1 for an unknown listing, and suggests similar ones', async () => {
    const { status, error } = await ask('show', 'api-3.exampel');
    expect(status).toBe(1);
    expect(error).toMatch(/^Listing "api-3\.exampel" not found at .+ Similar listings: .*api-3\.example/);
    expect((await ask('show', '..')).status).toBe(2);
  });
});

test.each([[['find', 'rewrites']], [['show', 'evil.example']]])(
  'escapes control characters of publishers in the output of %j',
  async args => {
    const { status, out } = await ask(...args);
    expect(status).toBe(0);
    expect(/[\p{Cc}\p{Cf}]/u.test(out.replaceAll('\n', ''))).toBe(false);
    expect(out).toContain('Evil \\u001b[2J');
  },
);

describe('submit', () => {
  test('prints each step until the API is listed', async () => {
    const { status, out } = await ask('submit', 'https://new.example/docs');
    expect(status).toBe(0);
    expect(out).toMatch(
      /^pending .*s-new\.example[\s\S]*\nlive .*listings\/new\.example\n\nListed\. The listing id is new\.example\.\n$/,
    );
  });

  test('does not wait with --no-wait', async () => {
    const { status, out } = await ask('submit', 'https://new.example', '--no-wait', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: 'pending', submission_id: 's-new.example' });
  });

  test.each([
    ['https://refused.example', /blocked/],
    ['nonsense', /is not absolute/],
  ])('rejects %s', async (address, reason) => {
    expect(await ask('submit', address)).toMatchObject({ status: 2, error: expect.stringMatching(reason) });
  });

  test('lists the fixes for a rejected submission', async () => {
    const other = await startRegistry({ submissions: stagedSubmissions(['validating', 'rejected']) });
    const { status, out } = await runCli(['submit', 'https://new.example', '--registry', `${other.address}/`]);
    expect(status).toBe(1);
    expect(out).toMatch(
      /The manifest breaks a rule\.\n {2}name \(required\) It is missing\.\n {4}Add it\.\nFix the errors/,
    );
    expect(await runCli(['status', 's-new.example', '--registry', other.address])).toMatchObject({ status: 1 });
    await other.close();
  });

  test('stops waiting after the timeout', async () => {
    const other = await startRegistry({ submissions: stagedSubmissions(['validating']) });
    const { status, out } = await runCli([
      'submit',
      'https://new.example',
      '--timeout',
      '1',
      '--registry',
      other.address,
    ]);
    expect({ status, out }).toMatchObject({
      status: 1,
      out: expect.stringMatching(/Not yet decided\. .*api-manifest status s-new/),
    });
    await other.close();
  });

  test('stops when interrupted', async () => {
    const other = await startRegistry({ submissions: stagedSubmissions(['pending']) });
    const stop = new AbortController();
    const terminal = createTestTerminal({ signal: stop.signal });
    const ended = apiManifest(['submit', 'https://new.example', '--registry', other.address], terminal);
    await expect.poll(() => terminal.printed.out).toMatch(/pending/);
    stop.abort(new InterruptedError('SIGINT'));
    expect(await ended).toBe(130);
    await other.close();
  });
});

describe('status', () => {
  test('prints the status of a submission', async () => {
    await ask('submit', 'https://new.example', '--no-wait');
    expect(await ask('status', 's-new.example')).toMatchObject({ status: 0, out: expect.stringMatching(/^live/) });
    expect(await ask('status', 's-new.example', '--wait')).toMatchObject({ status: 0 });
  });
  test('reports an unknown submission', async () => {
    expect(await ask('status', 'none')).toMatchObject({
      status: 2,
      error: expect.stringMatching(/Submission "none" not found/),
    });
  });
});

test('reports an unreachable registry', async () => {
  const { status, error } = await runCli(['find', 'x', '--registry', 'http://127.0.0.1:1']);
  expect({ status, error }).toMatchObject({ status: 2, error: expect.stringMatching(/Cannot reach/) });
  expect(await runCli(['find', 'x', '--registry', 'registry.example'])).toMatchObject({ status: 2 });
});

describe('a registry of another version', () => {
  /** Runs a command against the registry, whose successful responses have another value at a path. */
  async function askWith(path: string, value: unknown, ...args: readonly string[]) {
    const server = createServer(async ({ url = '', method = 'GET' }, response) => {
      const body = method === 'POST' ? JSON.stringify({ url: 'https://new.example' }) : undefined;
      const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const upstream = await fetch(registry.address + url, { method, headers, ...(body !== undefined && { body }) });
      const document = await upstream.json();
      const names = path.split('.');
      const parent = names.slice(0, -1).reduce((node, name) => node[name], document);
      parent[names.at(-1) ?? ''] = value;
      response.writeHead(upstream.status).end(JSON.stringify(document));
    });
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const result = await runCli([...args, '--registry', url]);
    await new Promise(closed => server.close(closed));
    return result;
  }

  const FIND = ['find', 'tide'];
  const SHOW = ['show', 'api-3.example'];
  const CALL = ['call', 'api-3.example', 'GET', '/v1/tides'];
  const SUBMIT = ['submit', 'https://new.example'];

  test.each([
    [FIND, 'data.listings.0.observed', undefined, 'data.listings[].observed.warnings[].message'],
    [FIND, 'data.listings.0.categories', 'weather', 'data.listings[].categories[]'],
    [FIND, 'data.listings.0.auth_required', undefined, 'data.listings[].auth_required'],
    [FIND, 'data.listings.0', null, 'data.listings'],
    [SHOW, 'data.observed', null, 'observed.warnings[].message'],
    [SHOW, 'data.manifest.authentication', undefined, 'manifest.authentication'],
    [SHOW, 'data.maintained_by', { name: 'x' }, 'maintained_by'],
    [CALL, 'data.manifest.endpoints.0.parameters', null, 'manifest.endpoints[].parameters[].name'],
    [CALL, 'data.manifest.endpoints', { tides: {} }, 'manifest.endpoints[].method'],
    [CALL, 'data.url', undefined, 'url'],
    [SUBMIT, 'data.similar_names', 'x', 'similar_names?[]'],
  ])('ends %j with a message if %s is %j', async (args, path, value, named) => {
    const { status, error } = await askWith(path, value, ...args);
    expect(status).toBe(2);
    expect(error).toContain(named);
    expect(error).toMatch(/^Cannot read the response of http|is not a registry/);
  });

  test('can have other pricing models, contacts, and outcomes', async () => {
    expect((await askWith('data.listings.0.pricing_model', 'barter', ...FIND)).out).toContain(' · barter · ');
    expect(await askWith('data.contact', undefined, ...SHOW)).toMatchObject({ status: 0 });
    expect((await askWith('data.outcome', 'merged', ...SUBMIT)).out).toContain('Accepted. The listing id');
  });

  test('returns what it has as JSON', async () => {
    const { status, out } = await askWith('data.listings.0.observed', undefined, ...FIND, '--json');
    expect([status, JSON.parse(out).data.count]).toEqual([0, 10]);
  });
});

describe('mcp', () => {
  test('passes the registry to the MCP server', async () => {
    const urls: string[] = [];
    const terminal = createTestTerminal();
    const serveMcp = async ({ registry: of }: { readonly registry: string }) => void urls.push(of);
    const args = ['mcp', '--registry', `${registry.address}/`];
    expect(await apiManifest(args, { ...terminal, serveMcp })).toBe(0);
    expect(urls).toEqual([registry.address]);
  });

  test('requires a client', async () => {
    expect(await ask('mcp')).toMatchObject({ status: 2, error: expect.stringContaining('No MCP client') });
  });
});
