import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type BenchOptions, createCost, createRate, type Figure } from './figure.ts';
import { type BenchRequest, compareRates, THREE_FILTERS } from './http/compare-rates.ts';
import { startBare, startRegistry } from './http/server.ts';

/** The requests by name: an HTML page, a listing, and queries. */
const REQUESTS: Readonly<Record<string, BenchRequest>> = {
  'the home page': { path: '/', accept: 'text/html' },
  'a listing': { path: '/listings/{id}' },
  'a static list page': { path: '/listings/pages/1.json' },
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
  const dataDir = await makeTemporaryFolder('registry-bench-');
  const started = performance.now();
  const { address, stop } = await startRegistry(registryDir, dataDir);
  const figures: Figure[] = [createCost('start to ready, build included', 's', (performance.now() - started) / 1000)];
  try {
    const first = await (await fetch(`${address}/listings?limit=1`)).json();
    const id = first.data.listings[0]?.id ?? '';
    for (const [name, request] of Object.entries(REQUESTS)) {
      const path = request.path.replace('{id}', encodeURIComponent(id));
      const [rate, bareRate] = await compareRates(address, { ...request, path }, startBare, quick);
      figures.push(createRate(`requests per second: ${name}`, '/s', rate, { name: 'bare node:http', value: bareRate }));
    }
  } finally {
    await stop();
    await removeFolder(dataDir);
  }
  return figures;
}
