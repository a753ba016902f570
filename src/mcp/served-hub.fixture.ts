import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hub } from './hub.ts';

export interface ServedHub {
  readonly url: URL;
  close(): Promise<void>;
}

/** Serves an MCP handler on a free loopback port. */
export async function serveHub(hub: Hub): Promise<ServedHub> {
  const server = createServer(getRequestListener(request => hub.fetch(request, { client: '127.0.0.1' })));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
