import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { parseOrigin } from '#listing/origin.ts';
import { writeObservation, writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { openLocalRegistry } from '#submission/local/local-registry.ts';
import { readResults } from '#submission/revalidation/results.ts';
import { checkDue } from '#submission/revalidation.ts';
import type { GuardedFetcher } from '#verify/fetch/fetch-result.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { createExamplePublisher, type ExamplePublisher } from '../example-publisher/publisher.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const BOMB = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '));

/** How publishers respond, and the result of a check for each. */
const CONDUCT: Readonly<Record<string, readonly [outcome: 'failed' | 'inconclusive', (socket: Socket) => void]>> = {
  'never answers': ['inconclusive', () => undefined],
  'drips its headers': ['inconclusive', socket => drip(socket, `${OK}X-Drip: `)],
  'drips its body': ['inconclusive', socket => drip(socket, `${OK}Content-Length: 100000\r\n\r\n`)],
  'sends headers without end': ['failed', socket => flood(socket, OK, 'X-Flood: x\r\n')],
  'sends a body without end': ['failed', socket => flood(socket, `${OK}\r\n`, ' '.repeat(64 * 1024))],
  'unpacks without end': [
    'failed',
    socket => {
      socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`);
      socket.write(BOMB);
    },
  ],
  'redirects without end': ['failed', socket => void socket.write(redirect())],
  'hangs up': ['inconclusive', socket => socket.destroy()],
};

let folder: string;
let good: ExamplePublisher;
let bad: Map<string, Server>;
let fetcher: GuardedFetcher;
const sockets = new Set<Socket>();

beforeEach(async () => {
  folder = await makeTemporaryFolder('bad-publishers-');
  good = await createExamplePublisher();
  bad = new Map();
  for (const [name, [, conduct]] of Object.entries(CONDUCT)) bad.set(name, await publisher(conduct));
  fetcher = createGuardedFetcher({ siteUrl: 'https://registry.example', local: true });
});

afterEach(async () => {
  await fetcher.close();
  for (const socket of sockets) socket.destroy();
  for (const server of bad.values()) server.close();
  await good.close();
  await removeFolder(folder);
});

test('decides submissions of hanging or flooding publishers in time and delays no others', async () => {
  await mkdir(path.join(folder, 'seed'));
  const registry = await openLocalRegistry({
    dataDir: path.join(folder, 'data'),
    registryDir: path.join(folder, 'seed'),
    local: true,
    verify: ({ url }, signal) => verifyOrigin(url, { fetcher, now: Date.now, signal }),
    onListing: () => undefined,
    onBroken: unexpected,
    onFault: unexpected,
  });
  const states = new Map<string, Readonly<Record<string, unknown>>>();
  const submit = async (name: string, address: string) => {
    const { submission_id } = await registry.submissions.submit(originAt(address), {});
    const state = async () => registry.submissions.status(submission_id);
    await expect.poll(async () => (await state())?.status, { interval: 10 }).toMatch(/approved|rejected/);
    states.set(name, { ...(await state()) });
  };
  const before = process.memoryUsage.rss();
  const all = [...bad].map(([name, server]) => submit(name, addressOf(server)));
  await submit('good', good.origin);
  await Promise.all(all);

  expect(states.get('good')).toMatchObject({ status: 'approved' });
  expect([...states.keys()].indexOf('good')).toBeLessThan([...states.keys()].indexOf('never answers'));
  for (const [name, [outcome]] of Object.entries(CONDUCT)) {
    expect(states.get(name), name).toMatchObject({ status: 'rejected', retryable: outcome === 'inconclusive' });
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
  await registry.close();
});

test('finishes revalidation when publishers hang or flood, and records the results', async () => {
  const [registryDir, observationsDir, resultsDir] = ['registry', 'observations', 'results'].map(name =>
    path.join(folder, name),
  ) as [string, string, string];
  const names = new Map([...bad].map(([name, server]) => [originAt(addressOf(server)).id, name]));
  const manifest = await (await fetch(`${good.origin}/.well-known/api-manifest.json`)).json();
  for (const address of [good.origin, ...[...bad.values()].map(addressOf)]) {
    const record = sampleRecord(address, manifest);
    await writeRecord(registryDir, record);
    await writeObservation(observationsDir, record.id, sampleObservation({ next_check_by: '2026-01-01T00:00:00Z' }));
  }
  const { due, checked } = await checkDue({
    registryDir,
    observationsDir,
    resultsDir,
    shard: { index: 1, of: 1 },
    blocklist: () => undefined,
    atOnce: 16,
    verify: ({ url }, known) => verifyOrigin(url, { fetcher, now: Date.now }, known),
    now: Date.now,
    onProgress: () => undefined,
    onBroken: unexpected,
    onFault: unexpected,
  });
  expect([due, checked]).toEqual([names.size + 1, names.size + 1]);
  for await (const { id, outcome, status } of readResults([path.join(resultsDir, 'results-1-of-1.ndjson')])) {
    const name = names.get(id);
    const expected = name === undefined ? 'passed' : CONDUCT[name]?.[0];
    expect([name, outcome, status]).toEqual([name, expected, 'verified']);
  }
});

async function publisher(conduct: (socket: Socket) => void): Promise<Server> {
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => conduct(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function originAt(address: string) {
  const result = parseOrigin(address);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function drip(socket: Socket, beginning: string): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write('x'), 20);
  socket.once('close', () => clearInterval(timer));
}

/** Writes as fast as the client reads, until it stops. */
function flood(socket: Socket, beginning: string, more: string): void {
  socket.write(beginning);
  const pour = () => {
    while (!socket.destroyed && socket.write(more));
  };
  socket.on('drain', pour);
  pour();
}

let redirects = 0;
function redirect(): string {
  redirects += 1;
  return `HTTP/1.1 302 Found\r\nLocation: /.well-known/api-manifest.json?${redirects}\r\nContent-Length: 0\r\n\r\n`;
}

function unexpected(fault: unknown): never {
  throw fault;
}
