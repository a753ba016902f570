import { Pool } from 'undici';

const CONNECTIONS = 32;

/**
 * Sends requests to a server on loopback over 32 parallel connections.
 * @param path returns the path of the next request
 * @param seconds duration
 * @returns responses per second
 * @throws Error if a status code is not 200, because fast but wrong responses are worthless
 */
export async function measureRate(
  origin: string,
  path: () => string,
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  let responses = 0;
  const end = performance.now() + seconds * 1000;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const pathname = path();
      const { statusCode, body } = await pool.request({ path: pathname, method: 'GET', headers });
      await body.dump({ limit: Number.MAX_SAFE_INTEGER });
      if (statusCode !== 200) throw new Error(`${origin}${pathname} returned ${statusCode}`);
      responses++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  await pool.close();
  return responses / seconds;
}
