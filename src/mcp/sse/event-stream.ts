/** A stream of server-sent events to one client. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Sends an event; false, and the end of the stream, when the client has left too much unread. */
  send(event: string, data: string): boolean;
  /** Counts as use, so that the stream is not taken for forgotten. */
  touch(): void;
}

export interface EventStreamOptions {
  /** Called once, whoever ends the stream. */
  readonly onEnd: () => void;
  /** Milliseconds between comments that keep proxies from closing the connection. */
  readonly keepAlive?: number;
  /** Milliseconds without use after which the stream ends. */
  readonly patience?: number;
}

/** More than this unread, and the client is taken to have stopped reading. */
const MOST_UNREAD = 1024 * 1024;

/** Opens a stream of server-sent events. One timer keeps it alive and ends it when nobody uses it. */
export function openEventStream({ onEnd, keepAlive = 20_000, patience = 600_000 }: EventStreamOptions): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let used = performance.now();

  const timer = setInterval(() => {
    if (performance.now() - used > patience) ended()?.close();
    else write(': still here\n\n');
  }, keepAlive);

  function ended(): ReadableStreamDefaultController<Uint8Array> | undefined {
    const ending = controller;
    controller = undefined;
    clearInterval(timer);
    if (ending !== undefined) onEnd();
    return ending;
  }

  function write(text: string): boolean {
    if (controller === undefined) return false;
    if ((controller.desiredSize ?? 0) > 0) {
      controller.enqueue(encoder.encode(text));
      return true;
    }
    ended()?.error(stoppedReading());
    return false;
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start: started => {
        controller = started;
      },
      cancel: () => void ended(),
    },
    { highWaterMark: MOST_UNREAD, size: chunk => chunk.byteLength },
  );

  return {
    body,
    send: (event, data) => write(`event: ${event}\ndata: ${data}\n\n`),
    touch: () => {
      used = performance.now();
    },
  };
}

/** Ending by an error drops what nobody reads. By this code, hosts know that it was the client's doing. */
function stoppedReading(): Error {
  return Object.assign(new Error('The client stopped reading.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
}

export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
} as const;
