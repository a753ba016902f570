/** The maximum number of responses that wait for the end of a turn; `edge/http/body-buffers.ts` reuses the memory of as many. */
export const MAX_BATCH = 32;

/** Sends a response now, or together with the others of the same turn of the event loop. */
export type SendLater = (send: () => void) => void;

/**
 * Creates a function that sends the responses of one turn of the event loop together, when all requests that arrived
 * in it are processed (decision 20).
 */
export function createResponseBatch(): SendLater {
  let waiting: (() => void)[] = [];

  function sendAll(): void {
    const batch = waiting;
    waiting = [];
    for (const send of batch) send();
  }

  return send => {
    if (waiting.length === 0) setImmediate(sendAll);
    waiting.push(send);
    if (waiting.length === MAX_BATCH) sendAll();
  };
}
