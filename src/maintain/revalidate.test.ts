import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { createExamplePublisher, type ExamplePublisher } from '#scripts/example-publisher/publisher.ts';
import { freePort } from '#server/http/ports.ts';
import { BARE_ENVIRONMENT } from '#store/processes/environment.fixture.ts';
import { readObservation, readRecord, writeObservation, writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createGit } from '#submission/git/git.ts';
import { lockDataDirectory } from '#submission/local/data-lock.ts';
import { openLocalRegistry } from '#submission/local/local-registry.ts';
import { listenForRuns } from '#submission/revalidation/control-socket.ts';
import { loadSetup } from './revalidation-setup.ts';

const PAST = { next_check_by: '2026-01-02T00:00:00Z' };

let dataDir: string;
let repository: string;
let observations: string;
let publisher: ExamplePublisher;
let record: ListingRecord;

beforeEach(async () => {
  dataDir = await makeTemporaryFolder('revalidate-');
  repository = path.join(dataDir, 'repository');
  observations = path.join(dataDir, 'observations');
  publisher = await createExamplePublisher();
  const manifest = await (await fetch(`${publisher.origin}/.well-known/api-manifest.json`)).json();
  record = sampleRecord(publisher.origin, manifest);
});

afterEach(async () => {
  await publisher.close();
  await removeFolder(dataDir);
});

/** Creates a local registry with some records, as a server would leave it. */
async function registryOf(records: readonly ListingRecord[]): Promise<void> {
  const registryDir = path.join(dataDir, 'seed');
  for (const each of records) await writeRecord(registryDir, each);
  const unused = () => {
    throw new Error('Unexpected event.');
  };
  const verify = () => new Promise<never>(() => {});
  await (
    await openLocalRegistry({
      dataDir,
      registryDir,
      verify,
      local: true,
      onListing: unused,
      onBroken: unused,
      onFault: unused,
    })
  ).close();
}

function revalidate(
  given: string | Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number; out: string; error: string; summary: string }> {
  const [args, settings] = typeof given === 'string' ? [[given], {}] : [[], given];
  const file = path.join(dataDir, 'summary.md');
  const env = { ...BARE_ENVIRONMENT, DATA_DIR: dataDir, GITHUB_STEP_SUMMARY: file, ...settings, ...more };
  return new Promise(resolve => {
    execFile(process.execPath, ['scripts/revalidate.ts', ...args], { env }, async (fault, out, error) => {
      const summary = await readFile(file, 'utf8').catch(() => '');
      resolve({ code: Number(fault?.code ?? 0), out, error, summary });
    });
  });
}

async function observed(id: string) {
  const result = await readObservation(observations, id);
  return result?.ok ? result.value : undefined;
}

test('checks a local registry by probing its publishers and stores the changes', async () => {
  await registryOf([record]);
  const first = await revalidate();
  expect(first).toMatchObject({
    code: 0,
    error: expect.stringContaining('1 of 1 checked\nChecked 1 of 1 due listings.'),
  });
  expect(first.summary).toContain('unverified → verified');
  expect(await observed(record.id)).toMatchObject({ report: { passed: true } });

  expect((await revalidate()).error).toContain('0 of 0 due');

  publisher.set({ version: '9.0.0' });
  await writeObservation(observations, record.id, { ...sampleObservation(), ...PAST });
  const second = await revalidate();
  expect(second).toMatchObject({ code: 0, summary: expect.stringContaining('→ 9.0.0') });
  expect(await readRecord(repository, record.id)).toMatchObject({ value: { manifest: { version: '9.0.0' } } });
  const git = createGit(path.join(repository, '.git'));
  expect(String(await git.run(['log', '-1', '--format=%s', 'main']))).toMatch(/^Update 127\.0\.0\.1_\d+: /);
  expect(String(await git.run(['status', '--porcelain'], { workTree: repository }))).toBe('');
});

test('checks while a server runs, and writes only after it stops', async () => {
  await registryOf([record]);
  const lock = await lockDataDirectory(dataDir);
  expect(await revalidate('check')).toMatchObject({ code: 0, error: expect.stringContaining('1 of 1 due') });
  expect(await revalidate('settle')).toMatchObject({ code: 1, error: expect.stringContaining('another server') });
  expect(await observed(record.id)).toBeUndefined();
  await lock.release();
  expect(await revalidate('settle')).toMatchObject({ code: 0 });
  expect(await observed(record.id)).toMatchObject({ report: { passed: true } });
});

test('delegates to the server that runs on the data directory', async () => {
  await registryOf([record]);
  const lock = await lockDataDirectory(dataDir);
  const server = await listenForRuns(dataDir, async onProgress => {
    onProgress(1, 1);
    return { summary: '## Revalidation by the server', breakerReason: undefined };
  });
  expect(await revalidate()).toMatchObject({
    code: 0,
    error: '1 of 1 checked\nThe running server checked the due listings.\n',
    summary: '## Revalidation by the server\n',
  });
  await server.close();
  expect(await revalidate()).toMatchObject({ code: 1, error: expect.stringContaining('another server') });
  await lock.release();
});

test('skips loopback origins if the registry is public', async () => {
  await registryOf([record]);
  const { summary } = await revalidate({ REGISTRY_URL: 'https://registry.example', SELF_LISTING: 'off' });
  expect(summary).not.toContain('→ verified');
  expect(publisher.requests).toHaveLength(1);
});

test('probes listings from documentation only if the URL of the registry is public', async () => {
  const source = { type: 'documentation', documentation_url: 'https://example.com/docs' } as const;
  await registryOf([{ ...record, source }]);
  expect((await revalidate()).error).toContain('0 of 0 due');
  expect((await revalidate({ REGISTRY_URL: 'http://registry.example' })).error).toContain('0 of 0 due');
  const { error, summary } = await revalidate({ REGISTRY_URL: 'https://registry.example', SELF_LISTING: 'off' });
  expect(error).toContain('1 of 1 due');
  expect(summary).toContain('| 1 | 0 | 0 | 0 | 1 | 0 | 0 |');
  // The guarded client of a public registry refuses loopback.
  expect(publisher.requests).toHaveLength(1);
  expect(await observed(record.id)).toMatchObject({ verified_at: null, results: [{ outcome: 'inconclusive' }] });
});

test('sends no requests to origins on the blocklist of the registry or its seed folder', async () => {
  await registryOf([record]);
  const seed = path.join(dataDir, 'seed');
  for (const folder of [seed, repository]) {
    const list = path.join(folder, 'refused.json');
    await writeFile(list, JSON.stringify([{ origin: publisher.origin, reason: 'It floods.' }]));
    expect((await revalidate({ REGISTRY_DIR: seed })).error).toContain('0 of 0 due');
    await rm(list);
  }
  expect((await revalidate({ REGISTRY_DIR: seed })).error).toContain('1 of 1 due');
});

test('reports too many failures at once and writes nothing', async () => {
  const ports = await Promise.all(Array.from({ length: 11 }, () => freePort('127.0.0.1')));
  const dead = [...new Set(ports)].map(port => sampleRecord(`http://127.0.0.1:${port}`));
  await registryOf(dead);
  const before = sampleObservation(PAST);
  for (const { id } of dead) await writeObservation(observations, id, before);
  const { code, error, summary } = await revalidate();
  expect(code).toBe(1);
  expect(error).toContain(`${dead.length} of ${dead.length} listings that had passed now fail (100%)`);
  expect(summary).toContain('Stopped by the circuit breaker');
  for (const { id } of dead) expect(await observed(id)).toEqual(before);
});

test('reports a missing branch of the records before it sends a request', async () => {
  await registryOf([record]);
  expect(await revalidate({ BASE_BRANCH: 'trunk' })).toMatchObject({
    code: 1,
    error: 'The branch "trunk" does not exist. Set BASE_BRANCH to the branch of the records.\n',
  });
  expect(publisher.requests).toHaveLength(1);
});

test.each([
  [{ DATA_DIR: '/missing' }, /^DATA_DIR is "\/missing", which has no registry\. Correct it, start the server once, or/],
  [
    { GITHUB_API_URL: 'github.example.org' },
    /^GITHUB_API_URL is "github\.example\.org", but must be a URL, such as https/,
  ],
  [{ SELF_LISTING: 'no' }, /^SELF_LISTING is "no", but must be on or off\.$/m],
  [{ REGISTRY_URL: 'registry.example' }, /^REGISTRY_URL is "registry\.example", but must be an http or https URL/],
])('rejects %j', async (settings: Readonly<Record<string, string>>, message) => {
  const given = { REGISTRY_DIR: '', ...('DATA_DIR' in settings ? {} : { DATA_DIR: dataDir, REGISTRY_DIR: dataDir }) };
  await expect(loadSetup({ ...given, ...settings }, false)).rejects.toThrow(message);
});

test('reports a remote repository that cannot be read, keeps the results, and writes them later', async () => {
  await registryOf([record]);
  expect(await revalidate('check')).toMatchObject({ code: 0 });
  const results = path.join(dataDir, 'revalidation/results-1-of-1.ndjson');
  const failed = await revalidate('settle', { REMOTE_URL: path.join(dataDir, 'missing.git') });
  expect(failed.code).toBe(1);
  expect(failed.error).toMatch(
    /^The remote repository cannot be used: '.*missing\.git' does not appear to be a git repository\. Check GITHUB_TOKEN/,
  );
  expect(failed.error.trim()).not.toContain('\n');
  expect(await readFile(results, 'utf8')).toContain(record.id);
  expect(await revalidate('settle')).toMatchObject({ code: 0 });
  expect(await observed(record.id)).toMatchObject({ report: { passed: true } });
});

test('reports invalid arguments on one line', async () => {
  expect(await revalidate('settel')).toMatchObject({
    code: 2,
    error: 'Unexpected argument "settel". Usage: npm run revalidate -- [check | settle]\n',
  });
});
