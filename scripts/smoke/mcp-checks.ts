import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Check } from './target.ts';

/** Both transports of the tool hub (specification, section 1), with the official client. */
export const MCP_CHECKS: readonly Check[] = [
  {
    name: 'tool hub over Streamable HTTP',
    run: ({ mcp }) => tools(new StreamableHTTPClientTransport(new URL(mcp))),
  },
  { name: 'tool hub over HTTP+SSE', run: ({ mcp }) => tools(new SSEClientTransport(new URL(mcp))) },
];

async function tools(transport: Transport): Promise<string[]> {
  const client = new Client({ name: 'smoke', version: '1.0.0' });
  try {
    await client.connect(transport);
    const { tools: offered } = await client.listTools();
    const names = offered.map(({ name }) => name);
    const missing = ['search_listings', 'get_listing', 'fetch_manifest_by_domain'].filter(
      each => !names.includes(each),
    );
    if (missing.length > 0) return [`There is no tool ${missing.join(', ')}.`];
    const answer = await client.callTool({ name: 'search_listings', arguments: { limit: 1 } });
    return answer.isError ? [`search_listings failed: ${JSON.stringify(answer.content)}`] : [];
  } finally {
    await client.close();
  }
}
