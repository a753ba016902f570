import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median } from '#site/state/median.ts';
import { type BenchOptions, cost, type Figure, rate } from './figure.ts';
import { load } from './load.ts';
import { startBare, startRegistry } from './server.ts';

/** How often a server is asked in turn with the bare one, and for how many seconds. */
const ROUNDS = 5;
const SECONDS = 2;
const SECONDS_QUICK = 0.4;

interface Asked {
  readonly path: string;
  readonly accept?: string;
  /** Whether each request asks for something that was never asked before, so that no answer is at hand. */
  readonly isNew?: boolean;
}

const THREE_FILTERS = '/listings?category=computing&auth_required=false&pricing_model=free&limit=20';

/** What is asked for, by name: a page for people, a listing, and queries. */
const ASKED: Readonly<Record<string, Asked>> = {
  'the home page': { path: '/', accept: 'text/html' },
  'a listing': { path: '/listings/{id}' },
  'a query with three filters': { path: THREE_FILTERS },
  'such a query, never asked before': { path: THREE_FILTERS, isNew: true },
  'a search with a typing error': { path: '/listings?q=forcast&limit=20' },
};

/**
 * Measures `npm start` on a registry: seconds until it answers, and answers a second over its Node host, each beside a
 * bare `node:http` server in a process of its own that sends the same bytes.
 *
 * @param registryDir what to serve
 */
export async function benchServe(registryDir: string, { quick }: BenchOptions): Promise<Figure[]> {
  const seconds = quick ? SECONDS_QUICK : SECONDS;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'registry-bench-'));
  const started = performance.now();
  const { address, stop } = await startRegistry(registryDir, dataDir);
  const figures: Figure[] = [cost('start to ready, build included', 's', (performance.now() - started) / 1000)];
  try {
    const first = await (await fetch(`${address}/listings?limit=1`)).json();
    const id = first.data.listings[0]?.id ?? '';
    for (const [name, asked] of Object.entries(ASKED)) {
      const path = asked.path.replace('{id}', encodeURIComponent(id));
      const [ours, bare] = await rates(address, { ...asked, path }, seconds);
      figures.push(rate(`answers a second: ${name}`, '/s', ours, { name: 'bare node:http', value: bare }));
    }
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return figures;
}

/** Answers a second of a server, and of a bare one that sends the same bytes: the medians of rounds in turns. */
async function rates(address: string, { path, accept, isNew }: Asked, seconds: number): Promise<[number, number]> {
  const headers = accept ? { accept } : {};
  let asked = 0;
  const next = () => (isNew ? path + since(asked++) : path);
  const bare = await startBare(await (await fetch(address + next(), { headers })).bytes());
  try {
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await load(address, next, seconds, headers);
      rounds.push({ ours, bare: await load(bare.address, () => '/', seconds) });
    }
    return [median(rounds.map(round => round.ours)) ?? 0, median(rounds.map(round => round.bare)) ?? 0];
  } finally {
    await bare.stop();
  }
}

/** A filter that lets everything through, and is another each time. */
function since(n: number): string {
  return `&updated_since=${encodeURIComponent(new Date(n).toISOString())}`;
}
