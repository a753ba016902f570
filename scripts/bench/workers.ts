import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { summaryOf } from '#edge/catalog/catalog.ts';
import { INDEX_FOLDER, SUMMARY_FILE } from '#edge/catalog/index-paths.ts';
import type { Entry } from '#query/entry.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { indexFiles } from '#query/index/index-files.ts';
import { sampleCommonParts } from '#query/index/rows/sample-rows.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { readWordVectors } from '#store/word-vectors.ts';
import { type BenchOptions, createCost, createRate, type Figure, LIMIT } from './figure.ts';
import { compareRates, THREE_FILTERS } from './http/compare-rates.ts';
import { loadEntries } from './query/entries.ts';
import { monthlyCost } from './workers/monthly-cost.ts';
import { workerShare } from './workers/worker-share.ts';
import { type ServedWorker, serveBareWorker, serveWorker } from './workers/workerd.ts';

const CONFIGURATION = path.resolve(import.meta.dirname, '../../wrangler.jsonc');

/** The numbers of generated listings. Rates are measured with the first. */
const SIZES = [10_000, 100_000];

/** The limits of an isolate with 100,000 listings: memory in MB, of 128 MB, and CPU time in ms until it responds. */
const LARGE = 100_000;
const MAX = { memory: 100, cpu: 500 };

/**
 * Measures the built Worker in workerd: the size of its bundle, and for 10,000 and 100,000 listings the time from process
 * start to the first response, the CPU time for the index, and the memory of the isolate. With 10,000 also the requests
 * per second, next to a Worker that returns the same bytes from memory. In quick mode, only 10,000.
 */
export async function benchWorkers(registryDir: string, { from, quick }: BenchOptions): Promise<Figure[]> {
  const folder = await makeTemporaryFolder('registry-bench-');
  try {
    await bundleWorker(folder);
    const figures = [...(await measureBundle(folder)), await measureShare()];
    for (const size of from !== undefined || quick ? SIZES.slice(0, 1) : SIZES) {
      figures.push(...(await benchSize(folder, await loadEntries(registryDir, size, from), quick)));
    }
    return figures;
  } finally {
    await removeFolder(folder);
  }
}

/** Bundles the Worker as a deployment does. */
async function bundleWorker(folder: string): Promise<void> {
  const wrangler = path.resolve(import.meta.dirname, '../../node_modules/wrangler/bin/wrangler.js');
  const options = ['deploy', '--dry-run', '--outdir', folder, '--assets', folder];
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false' };
  await promisify(execFile)(process.execPath, [wrangler, ...options], { env, maxBuffer: 16 * 1024 * 1024 });
}

async function measureBundle(folder: string): Promise<readonly Figure[]> {
  const bundle = await readFile(path.join(folder, 'worker.js'));
  return [
    createCost('Worker, bundled', 'kB', bundle.length / 1e3),
    createCost('Worker, bundled and gzipped', 'kB', gzipSync(bundle).length / 1e3),
  ];
}

/** Measures how many requests of a mix run the Worker. */
async function measureShare(): Promise<Figure> {
  const share = (await workerShare(CONFIGURATION)) * 100;
  return createCost('Requests of a mix that run the Worker', '%', share, { name: 'without static files', value: 100 });
}

/** Computes the monthly price at 100 requests per second from the measured share and CPU time. */
async function computePrice(name: string, cpuMs: number): Promise<Figure> {
  const load = { requestsPerSecond: 100, cpuMs, logShare: 0.1 };
  const all = { name: 'if the Worker ran for all requests', value: monthlyCost({ ...load, workerShare: 1 }) };
  const price = monthlyCost({ ...load, workerShare: await workerShare(CONFIGURATION) });
  return createCost(`${name}, 100 requests per second`, '$ per month', price, all);
}

async function benchSize(folder: string, entries: readonly Entry[], quick: boolean): Promise<Figure[]> {
  const assets = path.join(folder, `assets-${entries.length}`);
  await mkdir(path.join(assets, INDEX_FOLDER), { recursive: true });
  await writeFile(path.join(assets, SUMMARY_FILE), JSON.stringify(summaryOf(entries)));
  const index = await buildIndex(entries, {
    wordVectors: readWordVectors(),
    commonParts: sampleCommonParts(entries),
  });
  for (const { name, bytes } of await indexFiles(index)) await writeFile(path.join(assets, INDEX_FOLDER, name), bytes);

  const start = performance.now();
  const worker = await serveWorker(folder, assets);
  try {
    // The first request of any kind loads the index, so this includes the start of the isolate.
    const before = await worker.cpu();
    await fetchOk(`${worker.address}/listings?limit=1`);
    const firstResponse = performance.now() - start;
    const after = await worker.cpu();
    const cpuPerRequest = await measureCpuPerRequest(worker);
    const memory = (await worker.memory()) / 1e6;
    const name = `Worker with ${entries.length.toLocaleString('en')} listings`;
    const isLarge = entries.length >= LARGE;
    const rates = isLarge ? [] : [await compareQuery(name, worker.address, folder, quick)];
    return [
      createCost(`${name}, process start to first response`, 'ms', firstResponse),
      ...(before === undefined || after === undefined
        ? []
        : [
            createLimited(
              `${name}, index loading and first query, CPU time`,
              'ms',
              after - before,
              isLarge ? MAX.cpu : undefined,
            ),
          ]),
      ...(cpuPerRequest === undefined
        ? []
        : [createCost(`${name}, CPU time per query`, 'ms', cpuPerRequest), await computePrice(name, cpuPerRequest)]),
      createLimited(`${name}, memory of the isolate, with rows`, 'MB', memory, isLarge ? MAX.memory : undefined),
      ...rates,
    ];
  } finally {
    await worker.stop();
  }
}

async function compareQuery(name: string, address: string, folder: string, quick: boolean): Promise<Figure> {
  const request = { path: THREE_FILTERS, isUncached: true };
  const [rate, bareRate] = await compareRates(address, request, response => serveBareWorker(folder, response), quick);
  return createRate(`${name}, requests per second: a query never asked before`, '/s', rate, {
    name: 'a Worker with the same bytes',
    value: bareRate,
  });
}

/** The number of queries for the CPU time per request. */
const REQUESTS = 2_000;

/**
 * Returns the milliseconds of CPU time of the whole process for a query with 100 rows, which includes HTTP. Each query is
 * different. Undefined if the system does not report it.
 */
async function measureCpuPerRequest(worker: ServedWorker): Promise<number | undefined> {
  const before = await worker.cpu();
  for (let n = 0; n < REQUESTS; n++) await fetchOk(`${worker.address}/listings?offset=${n}`);
  const after = await worker.cpu();
  return before === undefined || after === undefined ? undefined : (after - before) / REQUESTS;
}

function createLimited(name: string, unit: string, value: number, limit: number | undefined): Figure {
  return createCost(name, unit, value, limit === undefined ? undefined : { name: LIMIT, value: limit });
}

async function fetchOk(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} returned ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
