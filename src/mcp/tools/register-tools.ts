import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { failure } from '#manifest/result.ts';
import type { McpClientInfo, McpContext } from '../context.ts';
import { toStandardSchema } from '../standard-schema.ts';
import { TOOLS } from './all-tools.ts';
import { parseArguments } from './parse-arguments.ts';
import { createPublishedSchemas } from './published-schema.ts';
import type { Arguments, Tool, ToolResult } from './tool.ts';

/** Registers all tools on the server of a client. */
export function registerTools(server: McpServer, context: McpContext, client: McpClientInfo): void {
  for (const { tool, ...config } of REGISTRATIONS)
    server.registerTool(tool.name, config, async args => toCallResult(await runTool(tool, args, context, client)));
}

const PUBLISHED_SCHEMAS = createPublishedSchemas(TOOLS);

/** The public descriptions of the tools, shared by all servers. */
const REGISTRATIONS = TOOLS.map(tool => ({
  tool,
  title: tool.title,
  description: tool.description,
  annotations: tool.annotations,
  inputSchema: parseArguments(tool.input, tool.findErrors),
  // Types and tests check that the output matches its complete schema, so no call validates it again.
  outputSchema: toStandardSchema(PUBLISHED_SCHEMAS.get(tool.name) ?? tool.output, value => ({ value })),
}));

async function runTool(tool: Tool, args: Arguments, context: McpContext, client: McpClientInfo): Promise<ToolResult> {
  try {
    return await tool.run(args, context, client);
  } catch (error) {
    const message = context.tellable?.(error);
    if (message !== undefined) return failure(message);
    context.onError?.(error);
    return failure(`${tool.name} failed: internal registry error. Retry in a minute.`);
  }
}

function toCallResult(result: ToolResult): CallToolResult {
  if (!result.ok) return { content: [{ type: 'text', text: result.error }], isError: true };
  return { content: [{ type: 'text', text: result.value.text }], structuredContent: { ...result.value.data } };
}
