/** Returns a message that calls a tool. */
export function calling(name: unknown, args: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
}

/** Returns the JSON-RPC response in an HTTP response, as JSON or as an event. */
export async function readResponse(response: Response) {
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return JSON.parse(data) as {
    result?: { isError?: boolean; content: { text: string }[] };
    error?: { code: number; message: string };
  };
}

/** Returns the common parts of a request with a message. */
export function posting(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): RequestInit {
  const usual = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  return { method: 'POST', body, headers: { ...usual, ...headers } };
}
