import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '#site/state/median.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createCost, type Figure, LIMIT } from '../figure.ts';
import { fillRegistry } from '../fill-registry.ts';
import { type MeasuredServer, startMeasuredRegistry } from '../http/server.ts';
import type { Ticks } from '../http/tick-probe.ts';
import { readManifests } from '../manifests.ts';
import { startSlowPublishers } from '../publishers/slow-publishers.ts';

/** The number of submissions, in sequence. */
const SUBMISSIONS = 5;

/** The maximum gap between timer ticks, in milliseconds. */
const MAX_GAP_MS = 50;

/** The effects of a submission on a server. */
export interface ServedSubmission {
  /** From the POST until `GET /listings` returns the listing, in seconds. */
  readonly listed: number;
  /** Of the request thread, until the page of the listing is built, too. */
  readonly ticks: Ticks;
}

/**
 * Measures submissions to `npm start` on a registry of many listings.
 *
 * @param registryDir contains the records whose texts the generated listings use
 * @throws Error if a submission is not listed
 */
export async function benchServedSubmissions(registryDir: string, listings: number): Promise<Figure[]> {
  const all = await submitToServer(registryDir, listings);
  const size = `${listings.toLocaleString('en')} listings`;
  const most = (name: keyof Ticks) => Math.max(...all.map(({ ticks }) => ticks[name]));
  return [
    createCost(`from POST to listed, ${size}, median`, 's', median(all.map(({ listed }) => listed)) ?? 0, {
      name: LIMIT,
      value: listings > 10_000 ? 2 : 1,
    }),
    createCost(`longest gap between timer ticks after a submission, ${size}`, 'ms', most('longestGap'), {
      name: LIMIT,
      value: MAX_GAP_MS,
    }),
    createCost(`longest work of the request thread between them, ${size}`, 'ms', most('longestWork')),
  ];
}

/** Runs the submissions in sequence. */
export async function submitToServer(registryDir: string, listings: number): Promise<readonly ServedSubmission[]> {
  const folder = await makeTemporaryFolder('bench-submissions-');
  const publishers = await startSlowPublishers(SUBMISSIONS, 0);
  try {
    const registry = path.join(folder, 'registry');
    await fillRegistry(registry, readManifests(registryDir, listings));
    const server = await startMeasuredRegistry(registry, path.join(folder, 'data'));
    try {
      const all: ServedSubmission[] = [];
      for (const origin of publishers.origins) all.push(await submit(server, origin));
      return all;
    } finally {
      await server.stop();
    }
  } finally {
    publishers.close();
    await removeFolder(folder);
  }
}

async function submit(server: MeasuredServer, origin: string): Promise<ServedSubmission> {
  const id = new URL(origin).host.replace(':', '_');
  await server.ticks();
  const started = performance.now();
  const response = await fetch(`${server.address}/listings/submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: origin }),
  });
  const { data } = await response.json();
  while (!(await newestIds(server)).includes(id)) {
    const { status } = await getData(data.status_url);
    if (status === 'rejected') throw new Error(`${origin} was not listed.`);
    await sleep(5);
  }
  const listed = (performance.now() - started) / 1000;
  while ((await fetch(`${server.address}/apis/${id}/`)).status !== 200) await sleep(50);
  return { listed, ticks: await server.ticks() };
}

async function newestIds({ address }: MeasuredServer): Promise<readonly string[]> {
  const { listings } = await getData(`${address}/listings?sort=created_at&limit=5`);
  return listings.map(({ id }: { readonly id: string }) => id);
}

async function getData(url: string) {
  const { data } = await (await fetch(url)).json();
  return data;
}
