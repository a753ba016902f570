import { connect } from 'node:net';

/** An open event stream, parsed by hand. */
export interface RawStream {
  readonly response: Response;
  /** The URL for messages, from the first event. */
  readonly endpoint: URL;
  /** Resolves to the next event. Rejects if the stream ends first. */
  next(): Promise<{ readonly event: string; readonly data: string }>;
  drop(): void;
}

export async function openRawStream(url: URL): Promise<RawStream> {
  const abort = new AbortController();
  const response = await fetch(url, { headers: { Accept: 'text/event-stream' }, signal: abort.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';

  async function next() {
    for (;;) {
      const found = /^event: (.*)\ndata: (.*)\n\n/m.exec(text);
      if (found) {
        text = text.slice(found.index + found[0].length);
        return { event: found[1] ?? '', data: found[2] ?? '' };
      }
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) throw new Error('The stream ended.');
      text += value;
    }
  }

  const first = await next();
  return { response, endpoint: new URL(first.data, url), next, drop: () => abort.abort() };
}

/** Opens an event stream whose client reads the first event and then stops reading. */
export async function openStuckStream(url: URL): Promise<Pick<RawStream, 'endpoint' | 'drop'>> {
  const socket = connect(Number(url.port), url.hostname);
  socket.write(`GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/event-stream\r\n\r\n`);
  let text = '';
  for await (const data of socket.iterator({ destroyOnReturn: false })) {
    text += data;
    const [, endpoint] = /^data: (\S+)\r?\n/m.exec(text) ?? [];
    if (endpoint === undefined) continue;
    socket.pause();
    return { endpoint: new URL(endpoint, url), drop: () => socket.destroy() };
  }
  throw new Error('The stream ended.');
}

/** Posts a message to the URL of a session. */
export function postMessage(endpoint: URL, message: object): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  return fetch(endpoint, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
}

/** Waits until a condition is true, up to the timeout of the test. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(resolve => setTimeout(resolve, 10));
}
