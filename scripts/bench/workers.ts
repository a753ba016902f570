import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { summaryOf } from '#edge/catalog/catalog.ts';
import { INDEX_FOLDER, SUMMARY_FILE } from '#edge/catalog/index-paths.ts';
import type { Entry } from '#query/engines/reference-engine.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { indexFiles } from '#query/index/index-files.ts';
import { type BenchOptions, cost, type Figure } from './figure.ts';
import { entriesFrom } from './query/entries.ts';
import { serveWorker } from './workers/workerd.ts';

/** How many listings are made up, where none are given. */
const SIZES = [10_000, 100_000];

/** What an isolate may take for 100,000 listings: memory, of the 128 MB that it has, and processor time until it answers. */
const LARGE = 100_000;
const MOST = { memory: 100, cpu: 500 };

/**
 * The built Worker in workerd: the size of its bundle, and for 10,000 and 100,000 listings how long it takes from nothing
 * to the first answer, of that the processor time for the index, and the memory of its isolate. Hurried, with 10,000 only.
 */
export async function benchWorkers(registryDir: string, { from, quick }: BenchOptions): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'registry-bench-'));
  try {
    await bundle(folder);
    const figures = [await bundleFigure(folder)];
    for (const size of from !== undefined || quick ? SIZES.slice(0, 1) : SIZES) {
      figures.push(...(await benchSize(folder, await entriesFrom(registryDir, size, from))));
    }
    return figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Bundles the Worker as a deployment does. */
async function bundle(folder: string): Promise<void> {
  const wrangler = path.resolve(import.meta.dirname, '../../node_modules/wrangler/bin/wrangler.js');
  const options = ['deploy', '--dry-run', '--outdir', folder, '--assets', folder];
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false' };
  await promisify(execFile)(process.execPath, [wrangler, ...options], { env, maxBuffer: 16 * 1024 * 1024 });
}

async function bundleFigure(folder: string): Promise<Figure> {
  return cost(
    'Worker, bundled and gzipped',
    'kB',
    gzipSync(await readFile(path.join(folder, 'worker.js'))).length / 1e3,
  );
}

async function benchSize(folder: string, entries: readonly Entry[]): Promise<Figure[]> {
  const assets = path.join(folder, `assets-${entries.length}`);
  await mkdir(path.join(assets, INDEX_FOLDER), { recursive: true });
  await writeFile(path.join(assets, SUMMARY_FILE), JSON.stringify(summaryOf(entries)));
  for (const { name, bytes } of await indexFiles(await buildIndex(entries)))
    await writeFile(path.join(assets, INDEX_FOLDER, name), bytes);

  const start = performance.now();
  const worker = await serveWorker(folder, assets);
  try {
    await ask(`${worker.address}/agents`);
    const before = await worker.cpu();
    await ask(`${worker.address}/listings?limit=1`);
    const answered = performance.now() - start;
    const after = await worker.cpu();
    const memory = (await worker.memory()) / 1e6;
    const name = `Worker with ${entries.length.toLocaleString('en')} listings`;
    const isLarge = entries.length >= LARGE;
    return [
      cost(`${name}, process start to first answer`, 'ms', answered),
      ...(before === undefined || after === undefined
        ? []
        : [within(`${name}, index loaded and asked, CPU time`, 'ms', after - before, isLarge ? MOST.cpu : undefined)]),
      within(`${name}, memory of its isolate, rows included`, 'MB', memory, isLarge ? MOST.memory : undefined),
    ];
  } finally {
    await worker.stop();
  }
}

function within(name: string, unit: string, value: number, most: number | undefined): Figure {
  return cost(name, unit, value, most === undefined ? undefined : { name: 'the most that is aimed at', value: most });
}

async function ask(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
