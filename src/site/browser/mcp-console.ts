/** The console on the page of the MCP server: it calls the search tool and shows what an agent reads. */
const form = document.querySelector<HTMLFormElement>('[data-mcp-console]');

interface ToolResponse {
  readonly result?: { readonly content?: readonly { readonly type: string; readonly text?: string }[] };
  readonly error?: { readonly message: string };
}

if (form) {
  const part = (name: string) => document.querySelector<HTMLElement>(`[data-mcp-${name}]`);
  const [request, response, status] = ['request', 'response', 'status'].map(part);
  const input = form.querySelector('input');
  const createCall = () => ({ name: 'search_listings', arguments: { q: input?.value.trim() ?? '', limit: 3 } });
  const show = () => {
    if (request) request.textContent = JSON.stringify(createCall(), null, 2);
  };
  input?.addEventListener('input', show);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (status) status.textContent = 'Running';
    const text = await callTool(form.dataset.mcpConsole ?? '', createCall()).catch(() => undefined);
    if (status) status.textContent = text === undefined ? 'Not available' : 'Response';
    if (response) response.tabIndex = 0;
    if (response)
      response.textContent =
        text ?? 'The MCP server did not respond. A registry of static files has none; otherwise try again in a minute.';
  });
  show();
}

/** Calls a tool with one JSON-RPC message. The server keeps no session, so no other message is needed. */
async function callTool(url: string, params: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const text = await response.text();
  const [, event] = /^data: (.*)$/m.exec(text) ?? [];
  const { result, error } = JSON.parse(event ?? text) as ToolResponse;
  if (error) return error.message;
  return (result?.content ?? []).map(({ text: part = '' }) => part).join('\n');
}

export {};
