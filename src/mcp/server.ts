import { McpServer } from '@modelcontextprotocol/server';
import type { McpClientInfo, McpContext } from './context.ts';
import { createIdentity, INSTRUCTIONS } from './identity.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import { registerTools } from './tools/register-tools.ts';

const HOUR = 3_600_000;

/** The lists change only with a release. */
const CACHE_HINT = { ttlMs: HOUR, cacheScope: 'public' } as const;

/**
 * Creates a server with all tools, resources, and prompts for a client. It is cheap and has no state, so stateless
 * transports create one per message.
 */
export function createMcpServer(context: McpContext, client: McpClientInfo = {}): McpServer {
  const capability = { listChanged: false };
  const server = new McpServer(createIdentity(context.addresses), {
    instructions: INSTRUCTIONS,
    capabilities: { tools: capability, resources: capability, prompts: capability },
    cacheHints: {
      'tools/list': CACHE_HINT,
      'prompts/list': CACHE_HINT,
      'resources/list': CACHE_HINT,
      'resources/templates/list': CACHE_HINT,
      'server/discover': CACHE_HINT,
    },
  });
  registerTools(server, context, client);
  registerResources(server, context);
  registerPrompts(server);
  return server;
}
