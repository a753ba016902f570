import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { McpUrls } from './context.ts';
import { identityOf } from './identity.ts';

/** What the stateless handler speaks in addition to the revisions that are negotiated. */
const STATELESS_REVISION = '2026-07-28';

export const SERVER_CARD_TYPE = 'application/mcp-server-card+json';

/** The hub's server card (SEP-2127, draft) as JSON text: who it is, and where and how it is reached. */
export function serverCard(addresses: McpUrls): string {
  return JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...identityOf(addresses),
    remotes: [
      {
        type: 'streamable-http',
        url: addresses.mcp,
        supportedProtocolVersions: [STATELESS_REVISION, ...SUPPORTED_PROTOCOL_VERSIONS],
      },
      { type: 'sse', url: addresses.mcp, supportedProtocolVersions: SUPPORTED_PROTOCOL_VERSIONS },
    ],
  });
}
