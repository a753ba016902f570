import { settings } from '../settings.ts';

/** How one MCP client connects to the registry. */
export interface McpClient {
  readonly id: string;
  readonly name: string;
  /** The destination of the text: a terminal, or the path of a file. */
  readonly place: string;
  /** Null for a command. */
  readonly language: 'json' | 'toml' | null;
  readonly text: string;
}

/** The name of the server in the configuration of a client. */
const MCP_NAME = 'apis';

const { mcpUrl } = settings;
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The clients that people use, each with its own format. */
export const MCP_CLIENTS: readonly McpClient[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    place: 'Run in a terminal:',
    language: null,
    text: `claude mcp add --transport http ${MCP_NAME} ${mcpUrl}`,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    place: 'Add to ~/.cursor/mcp.json:',
    language: 'json',
    text: json({ mcpServers: { [MCP_NAME]: { url: mcpUrl } } }),
  },
  {
    id: 'vs-code',
    name: 'VS Code',
    place: 'Add to .vscode/mcp.json:',
    language: 'json',
    text: json({ servers: { [MCP_NAME]: { type: 'http', url: mcpUrl } } }),
  },
  {
    id: 'codex',
    name: 'Codex',
    place: 'Add to ~/.codex/config.toml:',
    language: 'toml',
    text: `[mcp_servers.${MCP_NAME}]\nurl = "${mcpUrl}"`,
  },
  {
    id: 'json',
    name: 'Other',
    place: 'Streamable HTTP, without a key. Many clients read this form:',
    language: 'json',
    text: json({ mcpServers: { [MCP_NAME]: { type: 'http', url: mcpUrl } } }),
  },
];
