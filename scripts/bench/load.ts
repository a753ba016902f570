import { Pool } from 'undici';

const CONNECTIONS = 32;

/**
 * Asks a server on loopback for one address after another on 32 connections at once, for a time.
 * @param path gives the address of each request
 * @param seconds how long
 * @returns answers a second
 * @throws Error when an answer is not the expected one: a fast wrong answer is no figure
 */
export async function load(
  origin: string,
  path: () => string,
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  let answers = 0;
  const end = performance.now() + seconds * 1000;
  const ask = async (): Promise<void> => {
    while (performance.now() < end) {
      const asked = path();
      const { statusCode, body } = await pool.request({ path: asked, method: 'GET', headers });
      await body.dump({ limit: Number.MAX_SAFE_INTEGER });
      if (statusCode !== 200) throw new Error(`${origin}${asked} answered ${statusCode}`);
      answers++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  await pool.close();
  return answers / seconds;
}
