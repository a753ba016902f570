import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that requests in flight have to finish after a server has stopped listening. */
export const CLOSE_GRACE_MS = 5000;

const POLL_MS = 20;

/**
 * Watches the responses of a server, so that it can be closed without cutting them off. Call it before the server listens.
 *
 * @returns closes the server: it stops listening, lets responses in flight finish for at most the given milliseconds, ends
 *   event streams, which would never finish, and closes every connection
 */
export function createGracefulClose(server: Server): (graceMs?: number) => Promise<void> {
  const inFlight = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;
  server.prependListener('request', (_incoming, outgoing: ServerResponse) => {
    inFlight.add(outgoing);
    outgoing.once('close', () => inFlight.delete(outgoing));
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
