import path from 'node:path';
import { Pool } from 'undici';
import { seeded } from '#query/entries.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type BenchOptions, createCost, createRate, type Figure } from './figure.ts';
import { type StartedServer, startRegistry } from './http/server.ts';
import { createRequests } from './mixed/requests.ts';
import { startWorker } from './mixed/worker.ts';
import { startSlowPublishers } from './publishers/slow-publishers.ts';

/** Half an hour of a busy day: per second, 40 reads, 8 queries, and a validation; per minute, 10 submissions. */
const HALF_AN_HOUR = { read: 72_000, query: 14_400, validation: 1_800, submission: 300 } as const;
const QUICK_DIVISOR = 20;

type Kind = keyof typeof HALF_AN_HOUR;

const CLIENTS = 32;

/** The response time of publishers in milliseconds. */
const DELAY_MS = 20;

/**
 * Sends the load of half an hour to `npm start`, and to the Worker in workerd, as fast as 32 parallel clients can: reads,
 * queries, validations, and submissions. Measures errors and times. A submission ends when its listing can be read. The
 * Worker has no GitHub repository here, so it rejects submissions with 501.
 */
export async function benchMixed(registryDir: string, { quick }: BenchOptions): Promise<Figure[]> {
  const publishers = await startSlowPublishers(HALF_AN_HOUR.submission, DELAY_MS);
  const folder = await makeTemporaryFolder('bench-mixed-');
  const counts = Object.entries(HALF_AN_HOUR).map(
    ([kind, count]) => [kind as Kind, quick ? count / QUICK_DIVISOR : count] as const,
  );
  try {
    const node = await startRegistry(registryDir, path.join(folder, 'data'));
    const nodeResult = await runLoad(node, counts, publishers.origins, true);
    const worker = await startWorker(registryDir, folder);
    const workerResult = await runLoad(worker, counts, publishers.origins, false);
    return [...createFigures('mixed load', nodeResult), ...createFigures('mixed load in workerd', workerResult)];
  } finally {
    publishers.close();
    await removeFolder(folder);
  }
}

interface LoadResult {
  readonly times: ReadonlyMap<Kind, readonly number[]>;
  readonly errors: number;
  readonly seconds: number;
}

async function runLoad(
  { address, stop }: StartedServer,
  counts: readonly (readonly [Kind, number])[],
  origins: readonly string[],
  isLive: boolean,
): Promise<LoadResult> {
  const pool = new Pool(address, { connections: CLIENTS, pipelining: 1 });
  try {
    const requests = await createRequests(pool, origins, isLive, seeded(11));
    const queue = shuffle(counts, seeded(12)).values();
    const times = new Map(counts.map(([kind]): [Kind, number[]] => [kind, []]));
    const errors: string[] = [];
    const started = performance.now();
    const client = async () => {
      for (const kind of queue) {
        const start = performance.now();
        const error = await requests[kind]().catch(String);
        times.get(kind)?.push(performance.now() - start);
        if (error !== undefined) errors.push(`${kind}: ${error}`);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const seconds = (performance.now() - started) / 1000;
    for (const error of errors.slice(0, 5)) console.error(error);
    return { times, errors: errors.length, seconds };
  } finally {
    await pool.close();
    await stop();
  }
}

function createFigures(name: string, { times, errors, seconds }: LoadResult): Figure[] {
  const total = [...times.values()].reduce((sum, { length }) => sum + length, 0);
  return [
    createCost(`${name}, errors`, '%', (100 * errors) / total),
    createRate(`${name}, requests per second`, '/s', total / seconds),
    ...[...times].flatMap(([kind, each]) => [
      createCost(`${name}, ${kind}, p50`, 'ms', getPercentile(each, 0.5)),
      createCost(`${name}, ${kind}, p99`, 'ms', getPercentile(each, 0.99)),
    ]),
  ];
}

function getPercentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/** Shuffles the requests of all kinds, in the same order in each run. */
function shuffle(counts: readonly (readonly [Kind, number])[], random: () => number): Kind[] {
  const all = counts.flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
  return all
    .map(kind => ({ kind, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ kind }) => kind);
}
