import { EVENT_STREAM_HEADERS } from './event-stream.ts';
import { createMemorySessions } from './memory-sessions.ts';

/** The header with the start of the endpoint URL, which the session id completes, in the request that opens a session. */
export const ENDPOINT_HEADER = 'X-Endpoint';

/**
 * The interval of comments in milliseconds. It is short, because the platform can notice only when it writes that a client
 * is gone.
 */
const KEEP_ALIVE_MS = 5_000;

/**
 * The sessions of one client on Workers, as a Durable Object: the stream and the messages of a session can arrive at
 * different isolates, and only a single place can count the streams of a client. GET opens a stream, HEAD returns whether
 * the session in the path is open, and POST sends a message on its stream. Only the MCP server sends it requests.
 */
export class SessionObject {
  readonly #sessions = createMemorySessions({ keepAlive: KEEP_ALIVE_MS });

  async fetch(request: Request): Promise<Response> {
    if (request.method === 'GET') return this.#open(request.headers.get(ENDPOINT_HEADER) ?? '');
    const id = new URL(request.url).pathname.slice(1);
    const isOpen = await (request.method === 'HEAD'
      ? this.#sessions.touch(id)
      : this.#sessions.send(id, await request.text()));
    return new Response(null, { status: isOpen ? 204 : 404 });
  }

  async #open(endpoint: string): Promise<Response> {
    const body = await this.#sessions.open(id => endpoint + id, {});
    return body ? new Response(body, { headers: EVENT_STREAM_HEADERS }) : new Response(null, { status: 503 });
  }
}
