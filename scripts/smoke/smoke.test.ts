import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { instant } from '#listing/time/timestamp.ts';
import { freePort } from '#server/http/ports.ts';
import { type RunningRegistry, runRegistry } from '#server/run-registry.ts';
import { writeLastRun } from '#store/last-run.ts';
import { BARE_ENVIRONMENT } from '#store/processes/environment.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { runSmokeChecks } from './run-checks.ts';
import type { Target } from './target.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

let folder: string;
let registry: RunningRegistry;

beforeAll(async () => {
  folder = await makeTemporaryFolder('registry-smoke-');
  const records = path.join(folder, 'registry');
  for (const each of ['https://one.example', 'https://two.example']) await writeRecord(records, sampleRecord(each));
  const PORT = String(await freePort('127.0.0.1'));
  const settings = { PORT, COMMIT, REGISTRY_DIR: records, DATA_DIR: path.join(folder, 'data') };
  const twoHoursAgo = instant(Date.now() - 2 * 3_600_000);
  await writeLastRun(path.join(folder, 'data', 'observations'), twoHoursAgo);
  const off = { REVALIDATE: 'off', SELF_LISTING: 'off' };
  registry = await runRegistry(loadConfig({ ...settings, ...off }), false);
});

afterAll(async () => {
  await registry.close();
  await removeFolder(folder);
});

test('passes for a running registry', async () => {
  const lines: string[] = [];
  const result = await runSmokeChecks(placeAt(registry.address, { commit: COMMIT }), line => lines.push(line));
  expect(lines.filter(line => !line.startsWith('ok'))).toEqual([]);
  expect(result).toEqual({ checks: lines.length, failed: 0 });
  expect(lines.length).toBeGreaterThan(45);
});

test('lists all failed checks', async () => {
  const proxy = await breaking(registry.address);
  const lines: string[] = [];
  const place = placeAt(proxy.address, { commit: 'f'.repeat(40), maxAgeHours: 0, readOnly: true });
  await runSmokeChecks(place, line => lines.push(line));
  proxy.server.close();
  const failed = lines.filter(line => line.startsWith('FAILED')).map(line => line.slice('FAILED '.length));
  expect(failed).toEqual([
    'GET /llms.txt',
    'GET /health',
    'POST /listings/submit rejects a URL that is not public',
    'GET /listings/submit/{submission_id}/status for an unknown id',
    'GET /listings?primary_category=live',
    'headers of a response',
    '304 for a matching If-None-Match',
    'HEAD for routes with GET',
    'links of a response lead to the registry',
    'canonical link of the home page leads to the site',
    'site: GET /llms.txt',
    'agents: headers of documents, HEAD, and 304',
    'agents: every URL in the documents',
  ]);
  expect(lines.join('\n')).toMatch(/serves commit 0123456789.*not f{40}/);
  expect(lines.join('\n')).toMatch(/The maximum is 0\./);
  expect(lines.join('\n')).toContain('ETag is missing.');
});

test('fails the watch workflow only if a check fails or the last revalidation is too long ago', async () => {
  const watch = (settings: Readonly<Record<string, string>>) => {
    const env = { ...BARE_ENVIRONMENT, SUBMISSION_APP_ID: '1', ...settings };
    const ran = promisify(execFile)(process.execPath, ['scripts/workflows/watch.ts'], { env });
    return ran.then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }) => ({ code, stdout }),
    );
  };
  const told = await Promise.all([
    watch({ REGISTRY_URL: registry.address, MAX_AGE_HOURS: '999999' }),
    watch({ REGISTRY_URL: registry.address, MAX_AGE_HOURS: '1' }),
    watch({ REGISTRY_URL: 'http://127.0.0.1:1' }),
    watch({ REGISTRY_URL: registry.address, MAX_AGE_HOURS: 'a day' }),
    watch({}),
  ]);
  expect(told.map(({ code }) => code)).toEqual([0, 1, 1, 1, 1]);
  expect(told[0]?.stdout).toMatch(/^All \d+ checks passed\.$/m);
  expect(told[1]?.stdout).toMatch(/^FAILED GET \/health$/m);
  expect(told[1]?.stdout).toMatch(/^1 of \d+ checks failed\.$/m);
  expect(told[3]?.stdout).toMatch(/^::error::MAX_AGE_HOURS is "a day"/);
  expect(told[4]?.stdout).toMatch(/^::error::.*REGISTRY_URL/);
});

test('reports each check as failed without a registry', async () => {
  const lines: string[] = [];
  const { checks, failed } = await runSmokeChecks(placeAt('http://127.0.0.1:1'), line => lines.push(line));
  expect(failed).toBe(checks);
  expect(lines[1]).toMatch(/fetch failed/);
});

function placeAt(address: string, wanted: Partial<Target> = {}): Target {
  const surfaces = {
    registry: address,
    site: address,
    validator: `${address}/validator`,
    mcp: `${address}/mcp`,
    siteName: 'Harbor APIs',
  };
  return { ...surfaces, readOnly: false, commit: undefined, maxAgeHours: undefined, ...wanted };
}

/** The registry behind a proxy that removes its ETags, filters incorrectly, and has lost a file. */
async function breaking(target: string): Promise<{ readonly address: string; readonly server: Server }> {
  const server = createServer((asked, answer) => {
    const address = (asked.url ?? '')
      .replace('primary_category=live', 'primary_category=live&primary_category=legal')
      .replace(/^\/llms\.txt$/, '/none');
    forward(new URL(address, target), asked, answer);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function forward(to: URL, asked: IncomingMessage, answer: ServerResponse): void {
  const host = { ...asked.headers, host: to.host };
  const passed = request(to, { method: asked.method ?? 'GET', headers: host }, response => {
    const { etag: _, ...headers } = response.headers;
    answer.writeHead(response.statusCode ?? 502, headers);
    response.pipe(answer);
  });
  asked.pipe(passed);
  answer.once('close', () => passed.destroy());
}
