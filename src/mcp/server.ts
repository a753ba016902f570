import { McpServer } from '@modelcontextprotocol/server';
import type { McpClientInfo, McpContext } from './context.ts';
import { INSTRUCTIONS, identityOf } from './identity.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import { registerTools } from './tools/register-tools.ts';

const HOUR = 3_600_000;

/** What the hub offers changes only with its code, so anyone may keep it. */
const KEEP = { ttlMs: HOUR, cacheScope: 'public' } as const;

/**
 * A server with all that the hub offers, for one client over any transport. It is cheap to make and keeps nothing, so
 * that stateless transports make one for each message.
 */
export function createMcpServer(services: McpContext, asker: McpClientInfo = {}): McpServer {
  const unchanging = { listChanged: false };
  const server = new McpServer(identityOf(services.addresses), {
    instructions: INSTRUCTIONS,
    capabilities: { tools: unchanging, resources: unchanging, prompts: unchanging },
    cacheHints: {
      'tools/list': KEEP,
      'prompts/list': KEEP,
      'resources/list': KEEP,
      'resources/templates/list': KEEP,
      'server/discover': KEEP,
    },
  });
  registerTools(server, services, asker);
  registerResources(server, services);
  registerPrompts(server);
  return server;
}
