import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { freePort } from '#server/http/ports.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createExamplePublisher, type ExamplePublisher } from '../example-publisher/publisher.ts';
import { type Production, startProduction } from './production.ts';

let folder: string;
let production: Production;
let publisher: ExamplePublisher;
const told: string[] = [];

beforeAll(async () => {
  folder = await makeTemporaryFolder('production-');
  const registryDir = path.join(folder, 'registry');
  await writeRecord(registryDir, sampleRecord('https://tides.example.org'));
  publisher = await createExamplePublisher();
  const environment = { REGISTRY_DIR: registryDir, DATA_DIR: folder, PORT: String(await freePort('127.0.0.1')) };
  production = await startProduction({
    config: loadConfig(environment),
    githubPort: 0,
    // Building the pages takes a while and is not tested here.
    build: async () => undefined,
    log: line => told.push(line),
  });
});

afterAll(async () => {
  await production?.close();
  await publisher?.close();
  await removeFolder(folder);
  expect(production.github.deviations).toEqual([]);
});

test('starts with the records of the folder from the last build', async () => {
  const { data } = await get('/listings');
  expect(data?.listings).toContainEqual(expect.objectContaining({ id: 'tides.example.org' }));
});

test('opens a pull request for a submission, then reviews, merges, builds, and lists it', async () => {
  publisher.set({ manifestFailure: 'none' });
  const { status, body } = await submit(publisher.origin);
  expect({ status, body }).toMatchObject({ status: 202, body: { data: { submission_id: 'gh-1', status: 'pending' } } });
  const ended = await untilEnded('gh-1');
  expect(ended).toMatchObject({ status: 'approved', outcome: 'listed', live: true });
  expect(await get(`/listings/${ended.listing_id}`)).toMatchObject({
    data: { id: ended.listing_id, status: 'verified' },
  });
  expect(told.join('\n')).toMatch(/#1 opened: .*[\s\S]*#1 notice: Accepted[\s\S]*was merged\.[\s\S]*built: 2 listings/);
  expect(
    await fetch(`${production.github.address}/repos/acme/registry/pulls/1`).then(each => each.json()),
  ).toMatchObject({
    merged: true,
  });
});

test('rejects an invalid submission at once and lists the fixes', async () => {
  publisher.set({ manifestFailure: 'missing' });
  const before = production.github.state.threads.size;
  const { status, body } = await submit(publisher.origin);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(body.detail).toContain('api-manifest.json');
  expect(production.github.state.threads.size).toBe(before);
});

interface Answer {
  readonly detail?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

async function get(place: string): Promise<Answer> {
  return (await fetch(production.address + place)).json() as Promise<Answer>;
}

async function submit(url: string): Promise<{ status: number; body: Answer }> {
  const response = await fetch(`${production.address}/listings/submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

async function untilEnded(id: string): Promise<Readonly<Record<string, unknown>>> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; ) {
    const { data = {} } = await get(`/listings/submit/${id}/status`);
    if (data.status === 'rejected' || data.live === true) return data;
    await sleep(100);
  }
  throw new Error(`${id} did not end: ${told.join('\n')}`);
}
