/**
 * The thread that builds the catalog of a server. It has the rows of all listings, and posts a snapshot after each
 * change (`CatalogResponse`). Requests that arrive during a build share the next one.
 */
import { parentPort, type Transferable, workerData } from 'node:worker_threads';
import { lowerPriority } from '#build/workers/lower-priority.ts';
import { toEntry } from '#query/entry.ts';
import { isStorable } from '#query/index/arrays/stored-arrays.ts';
import { readLastRun } from '#store/last-run.ts';
import { readListingFiles } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import { CatalogBuilder } from './catalog-builder.ts';
import type { CatalogRequest, CatalogResponse, CatalogWorkerData } from './messages.ts';

const { directories, bases, commit } = workerData as CatalogWorkerData;
const builder = new CatalogBuilder({ commit, isRevalidated: directories.isRevalidated });
let broken: BrokenFile[] = [];
let last = 0;
let loading = Promise.resolve();
/** The number of pending loads; the first one always follows. */
let loads = 1;
let isLoadRequested = false;
let scheduled = false;
let isFirst = true;

parentPort?.on('message', (request: CatalogRequest) => {
  if (request.type === 'put') {
    builder.put(request.entry);
    last = request.number;
    schedule();
    return;
  }
  if (isLoadRequested) loads++;
  isLoadRequested = true;
  const isRefresh = request.type === 'refresh';
  loading = loading
    .then(() => load(isRefresh))
    .then(() => {
      loads--;
      last = Math.max(last, request.number);
      schedule();
    });
});

/**
 * Reads all listings. A refresh replaces listings that changed; each is read in one piece and after its files were
 * written, so it is never older than one from `put`.
 */
async function load(isRefresh: boolean): Promise<void> {
  builder.setLastRun(await readLastRun(directories.observations));
  for await (const { read } of readListingFiles(directories)) {
    const result = read();
    if (!result.ok) broken.push(result);
    else if (isRefresh || !builder.has(result.value.record.id)) builder.put(toEntry(result.value, bases));
  }
}

/** Builds once all pending requests are handled. A snapshot during a load would lack listings. */
function schedule(): void {
  if (scheduled || loads > 0) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    if (loads > 0) return;
    const response: CatalogResponse = { snapshot: builder.build(), number: last, broken };
    broken = [];
    parentPort?.postMessage(response, buffersIn(response.snapshot.index));
    // From now on, another thread serves requests, which come first.
    if (isFirst) lowerPriority();
    isFirst = false;
  });
}

/**
 * Collects the buffers of all typed arrays in a value, so that they are transferred to the other thread instead of
 * copied.
 */
function buffersIn(value: unknown): Transferable[] {
  if (isStorable(value)) return [value.buffer as ArrayBuffer];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersIn) : [];
}
