import { EVENT_STREAM_HEADERS, type EventStream, openEventStream } from './event-stream.ts';

/** The header in which the endpoint's address comes along when a session is opened. */
export const ENDPOINT_HEADER = 'X-Endpoint';

/**
 * One session on Workers, as a Durable Object: the one place that both the stream and the messages of a session reach.
 * GET opens the stream, HEAD tells whether it is open, POST sends a message down it. Only the hub asks it.
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
