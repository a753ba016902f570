import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryCatalog, numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { loadConfig } from '#edge/config.ts';
import { health } from '#edge/routes/health.ts';
import { instruments } from '#server/metrics/telemetry.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');

const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map(each => new Promise(resolve => each.close(resolve)))));

describe('deploy/probe.sh', () => {
  test('accepts a healthy registry, and one that does not revalidate', async () => {
    expect(await probe(await serveHealth({ hoursAgo: 2 }))).toEqual({ code: 0, out: '' });
    expect(await probe(await serveHealth({}), '0')).toEqual({ code: 0, out: '' });
  });

  test('reports a degraded registry with its problems', async () => {
    const result = await probe(await serveHealth({ hoursAgo: 2, problems: ['git is missing'] }));
    expect(result).toEqual({ code: 1, out: expect.stringContaining('is degraded: "git is missing"') });
  });

  test('reports overdue and missing revalidation', async () => {
    const overdue = await probe(await serveHealth({ hoursAgo: 30 }));
    expect(overdue).toEqual({ code: 1, out: expect.stringContaining('was last revalidated 30 hours ago') });
    const never = await probe(await serveHealth({}));
    expect(never).toEqual({ code: 1, out: expect.stringContaining('has never completed a revalidation') });
  });

  test('reports a registry without listings, and one that does not respond', async () => {
    const broken = await probe(await serveHealth({ hoursAgo: 2, listingsStatus: 500 }));
    expect(broken).toEqual({ code: 1, out: expect.stringContaining('returns no listings') });
    const address = await serveHealth({});
    await new Promise(resolve => servers.pop()?.close(resolve));
    expect(await probe(address)).toEqual({ code: 1, out: expect.stringContaining('does not respond') });
  });

  test('rejects invalid arguments', async () => {
    expect(await probe('registry.example.org')).toMatchObject({ code: 2 });
    expect(await probe('https://registry.example.org', '1.5')).toMatchObject({ code: 2 });
  });
});

describe('the systemd units', () => {
  test('report a final failure, which repeated restarts reach', async () => {
    const unit = await read('deploy/registry.service');
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    expect(value('OnFailure')).toBe('registry-failure.service');
    // Otherwise, a crash loop never ends, and OnFailure= never runs.
    expect(Number(value('StartLimitBurst')) * (Number(value('RestartSec')) + 30)).toBeLessThan(
      Number(value('StartLimitIntervalSec')),
    );
    expect(await read('deploy/registry-failure.service')).toContain('[Service]');
  });

  test('send the report to ALARM_URL, and only to the journal without it', async () => {
    const received: string[] = [];
    const address = await serve((body, respond) => {
      received.push(body);
      respond(200, 'text/plain', '');
    });
    const [, script = ''] =
      /^ExecStart=\/bin\/sh -c '([^']*)'/m.exec(await read('deploy/registry-failure.service')) ?? [];
    // As systemd does: joins continued lines, and replaces specifiers and doubled dollar signs.
    const command = script
      .replace(/\\\n\s*/g, '')
      .replaceAll('%H', 'host')
      .replaceAll('$$', '$');
    const report = (url: string) => run('/bin/sh', ['-c', command], { ALARM_URL: url });
    expect(await report(address)).toMatchObject({ code: 0, out: expect.stringContaining('journalctl -u registry') });
    expect(received).toEqual(['registry.service on host has failed and is not restarted.']);
    expect(await report('')).toMatchObject({ code: 0 });
    expect(received).toHaveLength(1);
  });
});

describe('the container', () => {
  test('runs as its own user, with a health check that follows the registry', async () => {
    const dockerfile = await read('Dockerfile');
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last.indexOf('\nUSER node')).toBeLessThan(last.indexOf('\nHEALTHCHECK'));
    const [, list = '[]'] = /^HEALTHCHECK [\s\S]*?CMD (\[.*\])$/m.exec(last) ?? [];
    const [, ...args]: string[] = JSON.parse(list);
    const check = (port: string) => run(process.execPath, args, { PORT: port });
    const { port } = new URL(await serveHealth({ hoursAgo: 2 }));
    expect(await check(port)).toMatchObject({ code: 0 });
    await new Promise(resolve => servers.pop()?.close(resolve));
    expect(await check(port)).toMatchObject({ code: 1 });
  });
});

test.each([
  'deploy/registry.service',
  'deploy/registry-failure.service',
  'deploy/prometheus-rules.yml',
  'deploy/preview/wrangler.jsonc',
  'Dockerfile',
])('%s says that no test runs it, with the command that would prove it', async file => {
  expect((await read(file)).replace(/\n *(#|\/\/) /g, ' ')).toMatch(/Not run (by|under|on) .*To prove it: /);
});

describe('deploy/prometheus-rules.yml', () => {
  test('uses only metrics of the registry', async () => {
    const tools = instruments(loadConfig({ METRICS_LISTEN: '0', REGISTRY_URL: 'https://registry.example' }), () => {});
    const metrics = await tools.serve(async () => createMemoryCatalog(numberedListings(3)));
    const text = await (await fetch(metrics ?? '')).text();
    await tools.close();
    const families = new Set(Array.from(text.matchAll(/^# TYPE (\S+) /gm), ([, name = '']) => name));
    const rules = await read('deploy/prometheus-rules.yml');
    const used = rules.match(/\b(registry|process)_\w+/g) ?? [];
    expect(used.length).toBeGreaterThan(8);
    const unknown = used.filter(name => !families.has(name.replace(/_(total|bucket|count|sum)$/, '')));
    expect(unknown).toEqual([]);
    expect(rules.match(/- alert:/g)).toHaveLength(rules.match(/^ +action: /gm)?.length ?? 0);
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  test.skipIf(!hasPromtool)('passes promtool', async () => {
    const { code, out } = await run('promtool', ['check', 'rules', path.join(ROOT, 'deploy/prometheus-rules.yml')], {});
    expect([code, out]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

interface Ended {
  readonly code: number | null;
  /** The standard output and error. */
  readonly out: string;
}

function probe(...args: readonly string[]): Promise<Ended> {
  return run('sh', [path.join(ROOT, 'deploy/probe.sh'), ...args], {});
}

async function run(command: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const child: ChildProcess = spawn(command, [...args], { env: { PATH: process.env.PATH, ...env } });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (out += chunk));
  const [code] = await once(child, 'close');
  return { code, out };
}

/** Serves the health of a registry. Returns its URL. */
async function serveHealth(state: {
  readonly hoursAgo?: number;
  readonly problems?: readonly string[];
  readonly listingsStatus?: number;
}): Promise<string> {
  const { summary } = createMemoryCatalog(numberedListings(3));
  const lastRun = state.hoursAgo === undefined ? null : new Date(Date.now() - state.hoursAgo * 3_600_000).toISOString();
  const text = health({ ...summary, last_run_at: lastRun }, 'Test', Date.now(), state.problems);
  return serve((_, respond, url) =>
    url === '/health'
      ? respond(200, 'application/json', text)
      : respond(state.listingsStatus ?? 200, 'application/json', '{}'),
  );
}

type Respond = (status: number, type: string, body: string) => void;

async function serve(handle: (body: string, respond: Respond, url: string | undefined) => void): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => (body += chunk));
    request.on('end', () =>
      handle(
        body,
        (status, type, text) => response.writeHead(status, { 'Content-Type': type, Connection: 'close' }).end(text),
        request.url,
      ),
    );
  });
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
