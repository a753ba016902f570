import { Pool } from 'undici';

/** How a server did under load. */
export interface LoadResult {
  /** Answers a second. */
  readonly rate: number;
  /** The longest that one in a hundred took, in milliseconds. */
  readonly p99: number;
}

const CONNECTIONS = 32;

/**
 * Asks a server on loopback for one address, or for one after another, on 32 connections at once, for a time.
 * @param seconds how long
 * @throws Error when an answer is not the expected one: a fast wrong answer is no figure
 */
export async function load(
  origin: string,
  path: string | ((n: number) => string),
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<LoadResult> {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const times: number[] = [];
  let waiting = 0;
  const end = performance.now() + seconds * 1000;
  const ask = async (): Promise<void> => {
    while (performance.now() < end) {
      const start = performance.now();
      const asked = typeof path === 'string' ? path : path(times.length + waiting++);
      const { statusCode, body } = await pool.request({ path: asked, method: 'GET', headers });
      await body.dump({ limit: Number.MAX_SAFE_INTEGER });
      if (statusCode !== 200) throw new Error(`${origin}${asked} answered ${statusCode}`);
      waiting--;
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  await pool.close();
  times.sort((a, b) => a - b);
  return { rate: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}
