/** A stream of server-sent events to one client. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Sends an event. If the client has stopped reading, ends the stream and returns false. */
  send(event: string, data: string): boolean;
  /** Restarts the idle timeout. */
  touch(): void;
}

export interface EventStreamOptions {
  /** Called once when the stream ends. */
  readonly onEnd: () => void;
  /** The interval in milliseconds of comments that keep proxies from closing the connection. */
  readonly keepAlive?: number;
  /** The idle timeout in milliseconds. */
  readonly idleTimeout?: number;
}

/** With more unread bytes, the client has stopped reading. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** Opens a stream of server-sent events. One timer keeps it alive and ends it after the idle timeout. */
export function openEventStream({ onEnd, keepAlive = 20_000, idleTimeout = 600_000 }: EventStreamOptions): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let lastUsed = performance.now();

  const timer = setInterval(() => {
    if (performance.now() - lastUsed > idleTimeout) end()?.close();
    else write(': keep-alive\n\n');
  }, keepAlive);

  function end(): ReadableStreamDefaultController<Uint8Array> | undefined {
    const ended = controller;
    controller = undefined;
    clearInterval(timer);
    if (ended !== undefined) onEnd();
    return ended;
  }

  function write(text: string): boolean {
    if (controller === undefined) return false;
    if ((controller.desiredSize ?? 0) > 0) {
      controller.enqueue(encoder.encode(text));
      return true;
    }
    end()?.error(createStalledClientError());
    return false;
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start: streamController => {
        controller = streamController;
      },
      cancel: () => void end(),
    },
    { highWaterMark: MAX_UNREAD_BYTES, size: chunk => chunk.byteLength },
  );

  return {
    body,
    send: (event, data) => write(`event: ${event}\ndata: ${data}\n\n`),
    touch: () => {
      lastUsed = performance.now();
    },
  };
}

/** An error drops the unread bytes. Hosts recognize the code as a disconnect by the client. */
function createStalledClientError(): Error {
  return Object.assign(new Error('The client stopped reading.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
}

export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
} as const;
