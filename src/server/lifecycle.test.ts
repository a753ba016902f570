import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { recordPath } from '#listing/listing-record.ts';
import { createExamplePublisher, type ExamplePublisher } from '#scripts/example-publisher/publisher.ts';
import { createSlowPublisher } from '#scripts/resilience/slow-publisher.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { requestRun } from '#submission/revalidation/control-socket.ts';
import { freePort } from './http/ports.ts';
import { type RunningRegistry, runRegistry } from './run-registry.ts';

let folder: string;
let registry: RunningRegistry;
let publisher: ExamplePublisher;
let id: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder('registry-lifecycle-');
  await mkdir(path.join(folder, 'registry'));
  registry = await run();
  publisher = await createExamplePublisher();
  id = new URL(publisher.origin).host.replace(':', '_');
});

afterAll(async () => {
  await registry.close();
  await publisher.close();
  await removeFolder(folder);
});

test('rejects validations that exceed the queue of an origin, and none of another origin', async () => {
  const [slow, fast] = [await createSlowPublisher(), await createSlowPublisher()];
  fast.release();
  const responses: Response[] = [];
  const results = Promise.all(
    Array.from({ length: 26 }, () => validated(slow.origin).then(response => responses.push(response))),
  );
  // The queue takes 24 of them. Those that wait longer than 5 seconds are rejected as well, later.
  await expect.poll(() => responses.length).toBeGreaterThanOrEqual(2);
  expect((await validated(fast.origin)).status).toBe(200);
  slow.release();
  await results;
  const statuses = responses.map(({ status, headers }) => [status, headers.get('Retry-After')].join());
  expect(statuses.slice(0, 2)).toEqual(['429,10', '429,10']);
  expect(statuses.filter(status => status === '200,').length).toBeGreaterThanOrEqual(3);
  expect(new Set(statuses)).toEqual(new Set(['429,10', '200,']));
  await Promise.all([slow.close(), fast.close()]);
});

// Each test continues where the one before it ended.
describe('the life of a listing', { shuffle: false }, () => {
  test('starts with a submission', async () => {
    const state = await submitted(`${publisher.origin}/v1/moon`);
    expect(state).toMatchObject({ status: 'approved', outcome: 'listed', listing_id: id, live: true });
    expect(await listing()).toMatchObject({
      status: 'verified',
      version: '1.0.0',
      source: 'publisher',
      report: { passed: true },
    });
    expect(await found('status=verified')).toEqual([id]);
    expect(await found('q=moon')).toContain(id);
  });

  test('adds a page soon after', async () => {
    await expect.poll(async () => (await fetch(`${registry.address}/apis/${id}/`)).status).toBe(200);
  });

  test('stays unchanged if nothing changed', async () => {
    expect(await submitted(publisher.origin)).toMatchObject({ status: 'approved', outcome: 'unchanged' });
  });

  test('follows the manifest when its owner submits again', async () => {
    publisher.set({ version: '1.1.0' });
    expect(await submitted(publisher.origin)).toMatchObject({ status: 'approved', outcome: 'updated' });
    expect(await listing()).toMatchObject({ version: '1.1.0', status: 'verified' });
  });

  test('earns a badge when the API requires credentials', async () => {
    publisher.set({ auth: true });
    expect(await submitted(publisher.origin)).toMatchObject({ status: 'approved' });
    expect(await listing()).toMatchObject({ auth_required: true, badges: ['auth-verified'] });
    expect(await found('badges=auth-verified')).toEqual([id]);
    publisher.set({ auth: false });
    await submitted(publisher.origin);
    expect(await listing()).toMatchObject({ auth_required: false, badges: [] });
  });

  test('ends with a tombstone when its owner withdraws it', async () => {
    publisher.set({ listingRequested: false });
    expect(await submitted(publisher.origin)).toMatchObject({ status: 'approved', outcome: 'withdrawn' });
    expect(await listing()).toMatchObject({ status: 'withdrawn' });
    expect(await found('')).not.toContain(id);
    expect(await found('status=withdrawn')).toEqual([id]);
  });

  test('starts again when its owner serves it again', async () => {
    publisher.set({ listingRequested: true });
    expect(await submitted(publisher.origin)).toMatchObject({ status: 'approved', outcome: 'updated' });
    expect(await listing()).toMatchObject({ status: 'verified' });
  });

  test('appears in the history and the feeds', async () => {
    const { data } = await (await fetch(`${registry.address}/listings/${id}/history`)).json();
    const kinds = data.entries.map((entry: { kind: string }) => entry.kind);
    // The first verification falls into the same second as other entries, so its position varies.
    expect(kinds).toContain('verified');
    expect(kinds.filter((kind: string) => kind !== 'verified').toReversed()).toEqual([
      'listed',
      'changed',
      'changed',
      'changed',
      'withdrawn',
      'restored',
    ]);
    expect(data.entries.find((entry: { breaking: boolean }) => entry.breaking)).toMatchObject({
      breaking: true,
      differences: expect.arrayContaining([expect.objectContaining({ breaking: true })]),
    });
    const feed = await fetch(`${registry.address}/feed.json`);
    expect(feed.headers.get('Content-Type')).toBe('application/feed+json');
    expect((await feed.json()).items[0]).toMatchObject({ url: `${registry.address}/apis/${id}/` });
    expect(await (await fetch(`${registry.address}/feed.xml`)).text()).toContain(
      '<feed xmlns="http://www.w3.org/2005/Atom"',
    );
  });

  test('survives a restart of the server', async () => {
    await registry.close();
    registry = await run();
    expect(await listing()).toMatchObject({ version: '1.1.0', status: 'verified' });
    expect((await fetch(`${registry.address}/apis/${id}/`)).status).toBe(200);
  });

  test('includes a check by the running server on request', async () => {
    expect(await health()).toMatchObject({ revalidation: 'off', next_check_by: null });
    await makeDue();
    const before = new Date().toISOString().slice(0, 10);
    const progress: number[][] = [];
    const result = await requestRun(path.join(folder, 'data'), (...each) => void progress.push(each));
    expect(result?.summary).toContain('| 1 | 1 | 0 | 0 | 0 | 0 |');
    expect(progress).toEqual([[1, 1]]);
    const { last_checked_at, next_check_by, status } = await listing();
    expect(last_checked_at >= before).toBe(true);
    expect({ next_check_by, status }).toEqual({ next_check_by: null, status: 'verified' });
    const { last_run_at, status: registryStatus } = await health();
    expect(last_run_at >= before).toBe(true);
    expect(registryStatus).toBe('healthy');
  });

  test('includes regular checks by the running server while submissions continue', async () => {
    await registry.close();
    await makeDue();
    registry = await run({ REVALIDATE: '1s' });
    const submitting = submitted(publisher.origin);
    await expect.poll(async () => (await listing()).last_checked_at).not.toBe('2026-01-01T00:00:00Z');
    expect(await submitting).toMatchObject({ status: 'approved', outcome: 'unchanged' });
    await expect.poll(async () => (await health()).last_run_at).toBeTruthy();
    const { next_check_by, last_checked_at } = await listing();
    const hours = (Date.parse(next_check_by) - Date.parse(last_checked_at)) / 3_600_000;
    expect(hours).toBe(24 + 7);
    expect(await health()).toMatchObject({ revalidation: 'on', next_check_by });
  });

  test('survives a damaged observation, which the server reports and the next check replaces', async () => {
    await registry.close();
    await writeFile(path.join(folder, 'data/observations', recordPath(id)), '{"verified_at":');
    const told = vi.spyOn(console, 'error').mockReturnValue();
    registry = await run();
    expect(told.mock.calls.join()).toMatch(/data\/observations\/.*\.json is damaged\. It was renamed/);
    told.mockRestore();
    expect(await listing()).toMatchObject({ version: '1.1.0', status: 'unverified' });
    await submitted(publisher.origin);
    expect(await listing()).toMatchObject({ version: '1.1.0', status: 'verified' });
  });
});

test('rejects an invalid manifest with a report that lists the fixes, and stores nothing', async () => {
  const other = await createExamplePublisher();
  other.set({ rewrite: manifest => ({ ...manifest, version: '1.0', endpoints: {} }) });
  const state = await submitted(other.origin);
  expect(state).toMatchObject({ status: 'rejected', retryable: false, report: { passed: false, schema_valid: false } });
  expect(state.errors.map((each: { pointer: string }) => each.pointer)).toEqual(
    expect.arrayContaining(['/version', '/endpoints']),
  );
  const otherId = new URL(other.origin).host.replace(':', '_');
  expect((await fetch(`${registry.address}/listings/${otherId}`)).status).toBe(404);
  await other.close();
});

test('rejects an origin that does not respond', async () => {
  const port = await freePort('127.0.0.1');
  const state = await submitted(`http://127.0.0.1:${port}`);
  expect(state).toMatchObject({ status: 'rejected', report: { passed: false } });
});

/** Makes the listing due, as if its last check was long ago. */
async function makeDue(): Promise<void> {
  const file = path.join(folder, 'data/observations', recordPath(id));
  const observation = JSON.parse(await readFile(file, 'utf8'));
  const past = { last_checked_at: '2026-01-01T00:00:00Z', next_check_by: '2026-01-02T00:00:00Z' };
  await writeFile(file, JSON.stringify({ ...observation, ...past }));
}

async function health() {
  return (await (await fetch(`${registry.address}/health`)).json()).data;
}

async function run(changes: Readonly<Record<string, string>> = {}): Promise<RunningRegistry> {
  const settings = {
    REVALIDATE: 'off',
    SELF_LISTING: 'off',
    PORT: String(await freePort('127.0.0.1')),
    DATA_DIR: path.join(folder, 'data'),
    REGISTRY_DIR: path.join(folder, 'registry'),
    ...changes,
  };
  return runRegistry(loadConfig(settings), false);
}

function validated(url: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(`${registry.address}/validate`, { method: 'POST', headers, body: JSON.stringify({ url }) });
}

async function submitted(url: string) {
  const response = await fetch(`${registry.address}/listings/submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  expect(response.status).toBe(202);
  const { data } = await response.json();
  expect(data.status).toBe('pending');
  const decided = async () => (await (await fetch(data.status_url)).json()).data;
  await expect.poll(async () => (await decided()).status).toMatch(/approved|rejected/);
  return decided();
}

async function listing() {
  return (await (await fetch(`${registry.address}/listings/${id}`)).json()).data;
}

async function found(search: string): Promise<string[]> {
  const { data } = await (await fetch(`${registry.address}/listings?${search}`)).json();
  return data.listings.map((row: { id: string }) => row.id);
}
