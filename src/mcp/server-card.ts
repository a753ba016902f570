import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { Status } from '#contract/row.ts';
import type { McpUrls } from './context.ts';
import { createIdentity } from './identity.ts';

/** The revision of the stateless handler, which clients do not negotiate. */
const STATELESS_REVISION = '2026-07-28';

export const SERVER_CARD_TYPE = 'application/mcp-server-card+json';

/** Returns the server card (SEP-2127, draft) as JSON: the identity of the MCP server and its transports. */
export function createServerCard(addresses: McpUrls, statuses?: Readonly<Record<Status, number>>): string {
  const identity = createIdentity(addresses);
  return JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...identity,
    description: statuses === undefined ? identity.description : describe(statuses),
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

/** The description with the number of listings by status. Cards allow 100 characters. */
function describe({ verified, unverified }: Readonly<Record<Status, number>>): string {
  return `Find APIs, plan calls to them, and list your own. Listings: verified ${verified}, unverified ${unverified}.`;
}
