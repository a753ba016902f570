import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import { seeded } from '#query/entries.fixture.ts';
import { type BenchOptions, cost, type Figure, rate } from './figure.ts';
import { requestsOf } from './mixed/requests.ts';
import { startWorker } from './mixed/worker.ts';
import { type Started, startRegistry } from './server.ts';
import { startSlowPublishers } from './slow-publishers.ts';

/** What half an hour of a busy day brings: 40 reads and 8 queries a second, a validation each second, 10 submissions a minute. */
const HALF_AN_HOUR = { read: 72_000, query: 14_400, validation: 1_800, submission: 300 } as const;
const QUICK_PART = 20;

type Kind = keyof typeof HALF_AN_HOUR;

const CLIENTS = 32;

/** How long publishers take to answer, in milliseconds. */
const DELAY_MS = 20;

/**
 * Half an hour's worth of reads, queries, validations and submissions for `npm start`, and for the Worker in workerd, as fast
 * as 32 clients at once get them answered: how many go wrong, and how long each kind takes. A submission takes until its
 * listing can be read; the Worker, which has no forge here, says that it takes none.
 */
export async function benchMixed(registryDir: string, { quick }: BenchOptions): Promise<Figure[]> {
  const publishers = await startSlowPublishers(HALF_AN_HOUR.submission, DELAY_MS);
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-mixed-'));
  const counts = Object.entries(HALF_AN_HOUR).map(
    ([kind, count]) => [kind as Kind, quick ? count / QUICK_PART : count] as const,
  );
  try {
    const node = await startRegistry(registryDir, path.join(folder, 'data'));
    const onNode = await loaded(node, counts, publishers.origins, true);
    const worker = await startWorker(registryDir, folder);
    const onWorker = await loaded(worker, counts, publishers.origins, false);
    return [...figuresOf('mixed load', onNode), ...figuresOf('mixed load in workerd', onWorker)];
  } finally {
    publishers.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Loaded {
  readonly times: ReadonlyMap<Kind, readonly number[]>;
  readonly faults: number;
  readonly seconds: number;
}

async function loaded(
  { address, stop }: Started,
  counts: readonly (readonly [Kind, number])[],
  origins: readonly string[],
  isLive: boolean,
): Promise<Loaded> {
  const pool = new Pool(address, { connections: CLIENTS, pipelining: 1 });
  try {
    const requests = await requestsOf(pool, origins, isLive, seeded(11));
    const waiting = shuffled(counts, seeded(12)).values();
    const times = new Map(counts.map(([kind]): [Kind, number[]] => [kind, []]));
    const faults: string[] = [];
    const started = performance.now();
    const client = async () => {
      for (const kind of waiting) {
        const start = performance.now();
        const fault = await requests[kind]().catch(String);
        times.get(kind)?.push(performance.now() - start);
        if (fault !== undefined) faults.push(`${kind}: ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const seconds = (performance.now() - started) / 1000;
    for (const fault of faults.slice(0, 5)) console.error(fault);
    return { times, faults: faults.length, seconds };
  } finally {
    await pool.close();
    await stop();
  }
}

function figuresOf(name: string, { times, faults, seconds }: Loaded): Figure[] {
  const total = [...times.values()].reduce((sum, { length }) => sum + length, 0);
  return [
    cost(`${name}, errors`, '%', (100 * faults) / total),
    rate(`${name}, done a second`, '/s', total / seconds),
    ...[...times].flatMap(([kind, each]) => [
      cost(`${name}, ${kind}, p50`, 'ms', at(each, 0.5)),
      cost(`${name}, ${kind}, p99`, 'ms', at(each, 0.99)),
    ]),
  ];
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/** So many of each kind, in an order that mixes them and is the same each time. */
function shuffled(counts: readonly (readonly [Kind, number])[], random: () => number): Kind[] {
  const all = counts.flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
  return all
    .map(kind => ({ kind, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ kind }) => kind);
}
