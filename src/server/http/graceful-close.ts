import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createOpenResponses } from './open-responses.ts';

/** Milliseconds that requests in flight have to finish after a server has stopped listening. */
const CLOSE_GRACE_MS = 5000;

const POLL_MS = 20;

/**
 * Lets a server close without cutting off its responses. Call it before the server listens.
 *
 * @returns closes the server: it stops listening, lets responses in flight finish for at most the given milliseconds, ends
 *   event streams, which would never finish, and closes every connection
 */
export function createGracefulClose(
  server: Server,
  { inFlight } = createOpenResponses(server),
): (graceMs?: number) => Promise<void> {
  let closing: Promise<void> | undefined;
  server.prependListener('request', (_incoming, outgoing: ServerResponse) => {
    if (closing) endConnection(outgoing);
  });

  async function close(graceMs: number): Promise<void> {
    const closed = new Promise<void>(resolve => void server.close(() => resolve()));
    for (const outgoing of inFlight) endConnection(outgoing);
    // Requests that the kernel received already are read in the next turns of the event loop, and become in flight.
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    const deadline = performance.now() + graceMs;
    while (inFlight.size > 0 && performance.now() < deadline) {
      for (const outgoing of inFlight) if (isEventStream(outgoing)) outgoing.end();
      server.closeIdleConnections();
      await sleep(POLL_MS);
    }
    server.closeAllConnections();
    await closed;
  }

  return (graceMs = CLOSE_GRACE_MS) => (closing ??= close(graceMs));
}

/** Tells the client not to send another request on this connection. */
function endConnection(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
}

function isEventStream(outgoing: ServerResponse): boolean {
  return outgoing.headersSent && String(outgoing.getHeader('Content-Type') ?? '').startsWith('text/event-stream');
}
