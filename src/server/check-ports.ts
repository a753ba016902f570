import { createServer } from 'node:net';
import type { Config } from '#edge/config.ts';

/**
 * Checks that a server could listen on its ports now.
 * @throws the system's error if it cannot, for example EADDRINUSE
 */
export async function checkPorts({ host, port, metrics }: Config): Promise<void> {
  await listenOnce(host, port);
  if (metrics) await listenOnce(metrics.host, metrics.port);
}

async function listenOnce(host: string, port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  await new Promise(resolve => server.close(resolve));
}
