/** The page of the MCP server: a console that calls the search tool and shows what an agent reads, and the current tools. */
import { createSearchCall, formatCall } from '../format/search-call.ts';
import { element } from './element.ts';
import { type FetchResult, fetchMcp } from './fetch-json.ts';

const form = document.querySelector<HTMLFormElement>('[data-mcp-console]');

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
  /** Identifies the latest call. The results of earlier ones are ignored. */
  let latest = 0;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    // The browser accepts spaces as a value.
    if (input && input.value.trim() === '') input.value = '';
    show();
    if (!form.reportValidity()) return;
    const turn = ++latest;
    if (status) status.textContent = 'Running';
    const result = await callTool(server, createCall());
    if (turn !== latest) return;
    if (status) status.textContent = result.ok ? 'Response' : 'Not available';
    if (!response) return;
    response.tabIndex = 0;
    response.textContent = result.text;
  });
  show();
  void showTools(server, part('tools'), part('live'));
}

/** Replaces the tools of the build with the current tools of the server. */
async function showTools(server: string, list: HTMLElement | null, live: HTMLElement | null): Promise<void> {
  const response = await send<ToolList>(server, 'tools/list', {});
  const result = response.ok ? response.value.result : undefined;
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

/** Calls a tool. Returns its text, or the reason for its absence. */
async function callTool(server: string, call: object): Promise<{ readonly ok: boolean; readonly text: string }> {
  const response = await send<ToolResult>(server, 'tools/call', call);
  if (!response.ok) {
    const isStatic = response.kind === 'no-service';
    return {
      ok: false,
      text: isStatic ? 'This registry consists of static files and has no MCP server.' : response.message,
    };
  }
  const { result, error } = response.value;
  if (!result) return { ok: false, text: error?.message ?? 'The MCP server returned no result.' };
  return { ok: true, text: (result.content ?? []).map(({ text = '' }) => text).join('\n') };
}

/** A JSON-RPC response. */
interface RpcResponse<T> {
  readonly result?: T;
  readonly error?: { readonly message: string };
}

/** Sends one JSON-RPC message. The server keeps no session, so no other message is needed. */
function send<T>(server: string, method: string, params: object): Promise<FetchResult<RpcResponse<T>>> {
  return fetchMcp(server, { jsonrpc: '2.0', id: 1, method, params });
}
