import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { McpClientInfo, McpContext } from '../context.ts';
import { standardSchema } from '../standard-schema.ts';
import { TOOLS } from './all-tools.ts';
import { parseArguments } from './parse-arguments.ts';
import type { Arguments, Tool, ToolResult } from './tool.ts';

/** Offers all tools on a server that serves one client. */
export function registerTools(server: McpServer, services: McpContext, asker: McpClientInfo): void {
  for (const { tool, ...config } of REGISTRATIONS)
    server.registerTool(tool.name, config, async given => resultOf(await answerOf(tool, given, services, asker)));
}

/** What clients are told of the tools, made once for all servers. */
const REGISTRATIONS = TOOLS.map(tool => ({
  tool,
  title: tool.title,
  description: tool.description,
  annotations: tool.annotations,
  inputSchema: parseArguments(tool.input, tool.faults),
  // Our own answers are held to their schemas by the types and the tests, not again at each call.
  outputSchema: standardSchema(tool.output, value => ({ value })),
}));

async function answerOf(tool: Tool, given: Arguments, services: McpContext, asker: McpClientInfo): Promise<ToolResult> {
  try {
    return await tool.run(given, services, asker);
  } catch (error) {
    const reason = services.tellable?.(error);
    if (reason !== undefined) return { fault: reason };
    services.onError?.(error);
    return { fault: `${tool.name} failed by a fault of the registry, not of yours. Try again in a minute.` };
  }
}

function resultOf(answer: ToolResult): CallToolResult {
  if ('fault' in answer) return { content: [{ type: 'text', text: answer.fault }], isError: true };
  return { content: [{ type: 'text', text: answer.text }], structuredContent: { ...answer.data } };
}
