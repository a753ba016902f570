import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Check } from './target.ts';

/** Both transports of the MCP server (specification, section 1), with the official client. */
export const MCP_CHECKS: readonly Check[] = [
  {
    name: 'MCP server over Streamable HTTP',
    run: ({ mcp }) => checkTools(new StreamableHTTPClientTransport(new URL(mcp))),
  },
  { name: 'MCP server over HTTP+SSE', run: ({ mcp }) => checkTools(new SSEClientTransport(new URL(mcp))) },
];

async function checkTools(transport: Transport): Promise<string[]> {
  const client = new Client({ name: 'smoke', version: '1.0.0' });
  try {
    await client.connect(transport);
    const { tools: offered } = await client.listTools();
    const names = offered.map(({ name }) => name);
    const missing = ['search_listings', 'get_listing', 'fetch_manifest_by_domain'].filter(
      each => !names.includes(each),
    );
    if (missing.length > 0) return [`Missing tools: ${missing.join(', ')}.`];
    const result = await client.callTool({ name: 'search_listings', arguments: { limit: 1 } });
    return result.isError ? [`search_listings failed: ${JSON.stringify(result.content)}`] : [];
  } finally {
    await client.close();
  }
}
