import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Operating systems assign ephemeral ports above this range, so other programs rarely use these ports by chance. */
const [MIN_PORT, MAX_PORT] = [20_000, 32_000];

/** The ports that this process has found. Their servers may not listen yet. */
const found = new Set<number>();

/** Finds a free port, for a server that needs its own URL long before it listens. Never returns the same port twice. */
export async function freePort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(MIN_PORT, MAX_PORT);
    if (found.has(port)) continue;
    found.add(port);
    if (await isFree(host, port)) return port;
  }
}

/** Whether a server can listen on a port. */
export async function isFree(host: string, port: number): Promise<boolean> {
  try {
    await listenOnce(host, port);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}

/**
 * Checks that a server could listen on a port now.
 * @throws the system's error if it cannot, for example EADDRINUSE
 */
export async function listenOnce(host: string, port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  await new Promise(resolve => server.close(resolve));
}
