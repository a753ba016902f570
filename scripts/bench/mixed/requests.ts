import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'undici';
import { parseOrigin } from '#listing/origin.ts';
import { createPicker } from '#query/entries.fixture.ts';
import { toQueryString } from '#query/query-string.ts';
import { createQueryMix } from '../query/mix.ts';

/** Sends a request. Returns the error, if there is one. */
type Request = () => Promise<string | undefined>;

/** The requests of the clients, by kind. */
export interface Requests {
  readonly read: Request;
  readonly query: Request;
  readonly validation: Request;
  /** Ends when the listing can be read. If the registry rejects submissions, ends with its response. */
  readonly submission: Request;
}

/** The number of different queries in half an hour. */
const QUERIES = 14_400;

/** Milliseconds between two polls of a submission. */
const POLL_INTERVAL = 100;

/**
 * @param pool connections to a running registry
 * @param origins the origins of publishers; each is submitted once
 * @param isLive whether the registry can reach these publishers; otherwise it only validates manifests in requests
 */
export async function createRequests(
  pool: Pool,
  origins: readonly string[],
  isLive: boolean,
  random: () => number,
): Promise<Requests> {
  const pick = createPicker(random);
  const { data } = await fetchJson(pool, '/listings?limit=500');
  const ids: readonly string[] = data.listings.map(({ id }: { readonly id: string }) => encodeURIComponent(id));
  const { manifest } = (await fetchJson(pool, `/listings/${ids[0]}`)).data;
  const paths = [...FIXED_PATHS, ...ids.flatMap(id => [`/listings/${id}`, `/apis/${id}/`])];
  const queries = createQueryMix(
    data.listings.map((row: object) => ({ row })),
    QUERIES,
    random,
  ).values();
  const queue = origins.values();
  return {
    read: () => findError(pool, pick(paths), 200),
    query: () => findError(pool, `/listings${toQueryString(queries.next().value ?? fail())}`, 200),
    validation: () =>
      findError(pool, '/validate', 200, isLive && random() < 0.5 ? { url: pick(origins) } : { manifest }),
    submission: () => {
      const url = queue.next().value ?? fail();
      return isLive ? submitAndWait(pool, url) : findError(pool, '/listings/submit', 501, { url });
    },
  };
}

const FIXED_PATHS = ['/', '/browse/', '/docs/', '/categories', '/facets', '/agents', '/openapi.json', '/feed.json'];

async function submitAndWait(pool: Pool, url: string): Promise<string | undefined> {
  const { status, text } = await send(pool, '/listings/submit', { url });
  if (status !== 202) return text;
  const { status_url } = JSON.parse(text).data;
  for (;;) {
    const state = (await fetchJson(pool, new URL(status_url).pathname)).data;
    if (state.status === 'rejected') return JSON.stringify(state.errors);
    if (state.status === 'approved') break;
    await pause(POLL_INTERVAL);
  }
  const found = parseOrigin(url);
  return findError(pool, `/listings/${found.ok ? found.value.id : fail()}`, 200);
}

async function findError(pool: Pool, path: string, expected: number, body?: object): Promise<string | undefined> {
  const { status, text } = await send(pool, path, body);
  return status === expected ? undefined : `${path} returned ${status}: ${text.slice(0, 200)}`;
}

// biome-ignore lint/suspicious/noExplicitAny: responses are not typed.
async function fetchJson(pool: Pool, path: string): Promise<any> {
  const { status, text } = await send(pool, path);
  if (status !== 200) throw new Error(`${path} returned ${status}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

async function send(pool: Pool, path: string, body?: object): Promise<{ status: number; text: string }> {
  const response = await pool.request({
    path,
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json' } : { accept: path.endsWith('/') ? 'text/html' : '*/*' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.statusCode, text: await response.body.text() };
}

function fail(): never {
  throw new Error('No more requests.');
}
