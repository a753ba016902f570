import { EVENT_STREAM_HEADERS, type EventStream, openEventStream } from './event-stream.ts';

/** The header with the endpoint URL in the request that opens a session. */
export const ENDPOINT_HEADER = 'X-Endpoint';

/**
 * A session on Workers, as a Durable Object, since the stream and the messages of a session can arrive at different
 * isolates. GET opens the stream, HEAD returns whether it is open, and POST sends a message on it. Only the MCP server
 * sends it requests.
 */
export class SessionObject {
  #stream: EventStream | undefined;

  async fetch(request: Request): Promise<Response> {
    if (request.method === 'GET') return this.#open(request.headers.get(ENDPOINT_HEADER) ?? '');
    this.#stream?.touch();
    const isOpen = request.method === 'HEAD' ? this.#stream !== undefined : this.#send(await request.text());
    return new Response(null, { status: isOpen ? 204 : 404 });
  }

  #open(endpoint: string): Response {
    const onEnd = () => {
      this.#stream = undefined;
    };
    this.#stream = openEventStream({ onEnd });
    this.#stream.send('endpoint', endpoint);
    return new Response(this.#stream.body, { headers: EVENT_STREAM_HEADERS });
  }

  #send(message: string): boolean {
    return this.#stream?.send('message', message) ?? false;
  }
}
