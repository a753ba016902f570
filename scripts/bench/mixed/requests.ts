import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'undici';
import { parseOrigin } from '#listing/origin.ts';
import { toQueryString } from '#query/query-string.ts';
import { queryMix } from '../query/mix.ts';

/** Asks for something, and says what went wrong, if anything did. */
type Request = () => Promise<string | undefined>;

/** What the clients of a registry ask for, by kind. */
export interface Requests {
  readonly read: Request;
  readonly query: Request;
  readonly validation: Request;
  /** From a submission until its listing can be read; where none is taken in, until that is said. */
  readonly submission: Request;
}

/** As many different queries as half an hour brings. */
const QUERIES = 14_400;

/** How often a client that submitted looks whether it is listed, in milliseconds. */
const LOOKS_EVERY = 100;

/**
 * @param pool connections to a running registry
 * @param origins those of publishers; each is submitted once
 * @param isLive whether the registry asks these publishers; else it validates what it is given, and refuses submissions
 */
export async function requestsOf(
  pool: Pool,
  origins: readonly string[],
  isLive: boolean,
  random: () => number,
): Promise<Requests> {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const { data } = await json(pool, '/listings?limit=500');
  const ids: readonly string[] = data.listings.map(({ id }: { readonly id: string }) => encodeURIComponent(id));
  const { manifest } = (await json(pool, `/listings/${ids[0]}`)).data;
  const places = [...PLACES, ...ids.flatMap(id => [`/listings/${id}`, `/apis/${id}/`])];
  const queries = queryMix(
    data.listings.map((row: object) => ({ row })),
    QUERIES,
    random,
  ).values();
  const waiting = origins.values();
  return {
    read: () => fault(pool, pick(places), 200),
    query: () => fault(pool, `/listings${toQueryString(queries.next().value ?? never())}`, 200),
    validation: () => fault(pool, '/validate', 200, isLive && random() < 0.5 ? { url: pick(origins) } : { manifest }),
    submission: () => {
      const url = waiting.next().value ?? never();
      return isLive ? submission(pool, url) : fault(pool, '/listings/submit', 501, { url });
    },
  };
}

const PLACES = ['/', '/browse/', '/docs/', '/categories', '/facets', '/agents', '/openapi.json', '/feed.json'];

async function submission(pool: Pool, url: string): Promise<string | undefined> {
  const { status, text } = await ask(pool, '/listings/submit', { url });
  if (status !== 202) return text;
  const { status_url } = JSON.parse(text).data;
  for (;;) {
    const state = (await json(pool, new URL(status_url).pathname)).data;
    if (state.status === 'rejected') return JSON.stringify(state.errors);
    if (state.status === 'approved') break;
    await pause(LOOKS_EVERY);
  }
  const found = parseOrigin(url);
  return fault(pool, `/listings/${found.ok ? found.value.id : never()}`, 200);
}

async function fault(pool: Pool, path: string, expected: number, body?: object): Promise<string | undefined> {
  const { status, text } = await ask(pool, path, body);
  return status === expected ? undefined : `${path} answered ${status}: ${text.slice(0, 200)}`;
}

// biome-ignore lint/suspicious/noExplicitAny: what a client reads is not typed.
async function json(pool: Pool, path: string): Promise<any> {
  const { status, text } = await ask(pool, path);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

async function ask(pool: Pool, path: string, body?: object): Promise<{ status: number; text: string }> {
  const response = await pool.request({
    path,
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json' } : { accept: path.endsWith('/') ? 'text/html' : '*/*' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.statusCode, text: await response.body.text() };
}

function never(): never {
  throw new Error('There are no more to ask for.');
}
