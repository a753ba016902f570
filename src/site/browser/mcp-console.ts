/** The page of the MCP server: a console that calls the search tool and shows what an agent reads, and the current tools. */
import { createSearchCall, formatCall } from '../format/search-call.ts';
import { element } from './element.ts';

const form = document.querySelector<HTMLFormElement>('[data-mcp-console]');

/** An error that the server reports. */
class McpError extends Error {}

interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
}

interface ToolList {
  readonly tools: readonly {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly inputSchema: { readonly properties?: object; readonly required?: readonly string[] };
  }[];
}

if (form) {
  const server = form.dataset.mcpConsole ?? '';
  const part = (name: string) => document.querySelector<HTMLElement>(`[data-mcp-${name}]`);
  const [request, response, status] = ['request', 'response', 'status'].map(part);
  const input = form.querySelector('input');
  const createCall = () => createSearchCall(input?.value.trim() ?? '');
  const show = () => {
    if (request) request.textContent = formatCall(createCall());
  };
  input?.addEventListener('input', show);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (status) status.textContent = 'Running';
    const text = await callTool(server, createCall()).catch(error =>
      error instanceof McpError ? error.message : undefined,
    );
    if (status) status.textContent = text === undefined ? 'Not available' : 'Response';
    if (response) response.tabIndex = 0;
    if (response)
      response.textContent =
        text ?? 'The MCP server did not respond. A registry of static files has none; otherwise try again in a minute.';
  });
  show();
  void showTools(server, part('tools'), part('live'));
}

/** Replaces the tools of the build with the current tools of the server. */
async function showTools(server: string, list: HTMLElement | null, live: HTMLElement | null): Promise<void> {
  const result = await send<ToolList>(server, 'tools/list', {}).catch(() => undefined);
  if (!result || !list || !live) return;
  list.replaceChildren(...result.tools.map(createTool));
  live.textContent = `The server offers ${result.tools.length} tools now.`;
}

function createTool({ name, title = '', description = '', inputSchema }: ToolList['tools'][number]): HTMLElement {
  const { properties = {}, required = [] } = inputSchema;
  const names = Object.keys(properties).map(each => `${each}${required.includes(each) ? ' (required)' : ''}`);
  return element(
    'li',
    {},
    element('h3', {}, element('code', {}, name), ' ', element('span', { className: 'soft' }, title)),
    element('p', {}, description),
    ...(names.length > 0 ? [element('p', { className: 'small soft' }, `Arguments: ${names.join(', ')}`)] : []),
  );
}

async function callTool(server: string, call: object): Promise<string> {
  const { content = [] } = await send<ToolResult>(server, 'tools/call', call);
  return content.map(({ text = '' }) => text).join('\n');
}

/**
 * Sends one JSON-RPC message. The server keeps no session, so no other message is needed.
 * @throws McpError with the message of the server
 */
async function send<T>(server: string, method: string, params: object): Promise<T> {
  const response = await fetch(server, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await response.text();
  const [, event] = /^data: (.*)$/m.exec(text) ?? [];
  const { result, error } = JSON.parse(event ?? text) as { readonly result?: T; readonly error?: { message: string } };
  if (error || result === undefined) throw new McpError(error?.message ?? 'The server returned no result.');
  return result;
}
