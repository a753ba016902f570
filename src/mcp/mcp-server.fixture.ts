import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { McpHandler } from './mcp-handler.ts';
import { TEST_CLIENT } from './sse/stream-limits.fixture.ts';

export interface RunningMcpServer {
  readonly url: URL;
  close(): Promise<void>;
}

/** Serves an MCP handler on a free loopback port. */
export async function serveMcpHandler(handler: McpHandler): Promise<RunningMcpServer> {
  const server = createServer(
    getRequestListener(request => handler.fetch(request, { client: request.headers.get(TEST_CLIENT) ?? '127.0.0.1' })),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
