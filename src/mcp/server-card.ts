import type { Status } from '#contract/row.ts';
import type { McpUrls } from './context.ts';
import { createIdentity } from './identity.ts';

/** The revision of the stateless handler, which clients do not negotiate. */
const STATELESS_REVISION = '2026-07-28';

/** The revisions that clients negotiate: those of the SDK, which is not loaded for this list. */
export const NEGOTIATED_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

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
        supportedProtocolVersions: [STATELESS_REVISION, ...NEGOTIATED_REVISIONS],
      },
      { type: 'sse', url: addresses.mcp, supportedProtocolVersions: NEGOTIATED_REVISIONS },
    ],
  });
}

/** The description with the number of listings by status. Cards allow 100 characters. */
function describe({ verified, unverified }: Readonly<Record<Status, number>>): string {
  return `Find APIs, plan calls to them, and list your own. Listings: verified ${verified}, unverified ${unverified}.`;
}
