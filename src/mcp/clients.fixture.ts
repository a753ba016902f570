import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as OldSSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as OldStreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js';

const SELF = { name: 'mcp-test', version: '1.0.0' };

/** The client methods that the tests use, available in each SDK. */
export type AnyClient = Pick<
  Client,
  | 'callTool'
  | 'listTools'
  | 'listResources'
  | 'listResourceTemplates'
  | 'readResource'
  | 'listPrompts'
  | 'getPrompt'
  | 'getServerVersion'
  | 'getInstructions'
  | 'close'
>;

/** Creates a client of the current SDK. `stateless` uses the 2026 revision; otherwise it negotiates an older one. */
export async function newClient(transport: Transport, era: 'stateless' | 'negotiated'): Promise<AnyClient> {
  const mode = era === 'stateless' ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client(SELF, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
}

/** Creates a client of the first SDK generation. Its methods have the same behavior with different types. */
export async function oldClient(transport: OldTransport): Promise<AnyClient> {
  const client = new OldClient(SELF);
  await client.connect(transport);
  return client as unknown as AnyClient;
}

/** All ways in which official clients connect over HTTP. */
export const HTTP_CLIENTS: readonly (readonly [name: string, connect: (url: URL) => Promise<AnyClient>])[] = [
  ['SDK 2, stateless HTTP of 2026', url => newClient(new StreamableHTTPClientTransport(url), 'stateless')],
  ['SDK 2, Streamable HTTP of 2025', url => newClient(new StreamableHTTPClientTransport(url), 'negotiated')],
  ['SDK 2, HTTP+SSE of 2024', url => newClient(new SSEClientTransport(url), 'negotiated')],
  ['SDK 1, Streamable HTTP of 2025', url => oldClient(new OldStreamableHTTPClientTransport(url) as OldTransport)],
  ['SDK 1, HTTP+SSE of 2024', url => oldClient(new OldSSEClientTransport(url))],
];
