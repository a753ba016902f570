import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median } from '#site/state/median.ts';
import { type BenchOptions, createCost, createRate, type Figure } from './figure.ts';
import { measureRate } from './http/load.ts';
import { startBare, startRegistry } from './http/server.ts';

/** The number of rounds that alternate between the registry and the bare server, and their duration in seconds. */
const ROUNDS = 5;
const SECONDS = 2;
const SECONDS_QUICK = 0.4;

interface ServeRequest {
  readonly path: string;
  readonly accept?: string;
  /** Whether each request has a different filter, so that no response is cached. */
  readonly isUncached?: boolean;
}

const THREE_FILTERS = '/listings?category=computing&auth_required=false&pricing_model=free&limit=20';

/** The requests by name: an HTML page, a listing, and queries. */
const REQUESTS: Readonly<Record<string, ServeRequest>> = {
  'the home page': { path: '/', accept: 'text/html' },
  'a listing': { path: '/listings/{id}' },
  'a query with three filters': { path: THREE_FILTERS },
  'the same query, never asked before': { path: THREE_FILTERS, isUncached: true },
  'a search with a typo': { path: '/listings?q=forcast&limit=20' },
};

/**
 * Measures `npm start`: the seconds until it is ready, and its requests per second. The baseline is a bare `node:http`
 * server in a separate process that sends the same bytes.
 *
 * @param registryDir the registry to serve
 */
export async function benchServe(registryDir: string, { quick }: BenchOptions): Promise<Figure[]> {
  const seconds = quick ? SECONDS_QUICK : SECONDS;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'registry-bench-'));
  const started = performance.now();
  const { address, stop } = await startRegistry(registryDir, dataDir);
  const figures: Figure[] = [createCost('start to ready, build included', 's', (performance.now() - started) / 1000)];
  try {
    const first = await (await fetch(`${address}/listings?limit=1`)).json();
    const id = first.data.listings[0]?.id ?? '';
    for (const [name, request] of Object.entries(REQUESTS)) {
      const path = request.path.replace('{id}', encodeURIComponent(id));
      const [rate, bareRate] = await measureRates(address, { ...request, path }, seconds);
      figures.push(createRate(`requests per second: ${name}`, '/s', rate, { name: 'bare node:http', value: bareRate }));
    }
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return figures;
}

/** Returns the requests per second of a server, and of a bare one that sends the same bytes: the medians of all rounds. */
async function measureRates(
  address: string,
  { path, accept, isUncached }: ServeRequest,
  seconds: number,
): Promise<[number, number]> {
  const headers = accept ? { accept } : {};
  let count = 0;
  const next = () => (isUncached ? path + createUniqueFilter(count++) : path);
  const bare = await startBare(await (await fetch(address + next(), { headers })).bytes());
  try {
    const rounds: { registry: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const registry = await measureRate(address, next, seconds, headers);
      rounds.push({ registry, bare: await measureRate(bare.address, () => '/', seconds) });
    }
    return [median(rounds.map(round => round.registry)) ?? 0, median(rounds.map(round => round.bare)) ?? 0];
  } finally {
    await bare.stop();
  }
}

/** Creates a filter that matches everything, with a different value for each `n`. */
function createUniqueFilter(n: number): string {
  return `&updated_since=${encodeURIComponent(new Date(n).toISOString())}`;
}
