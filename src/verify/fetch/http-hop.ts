import type { Dispatcher } from 'undici';
import { decodeBody } from './decode-body.ts';
import type { Hop, HopRequest, HopResult } from './exchange.ts';
import type { Connections } from './guarded-connections.ts';
import { toFetchFailure } from './network-failure.ts';
import { sendRequest } from './send-request.ts';

/** Chunk framing can exceed the size of small chunks. */
const FRAMING_BYTES = 64 * 1024;

/** Creates a hop that sends one HTTP/1.1 request over a checked connection and decompresses the body. */
export function createHttpHop(connections: Connections): Hop {
  return async request => {
    const lease = connections.lease(request.url.origin, 2 * request.maxBytes + FRAMING_BYTES);
    try {
      const response = await sendWithRetry(request, lease.dispatcher, lease.isOpen());
      const address = lease.address();
      if (response.outcome !== 'response') return response;
      const { headers, isPartial } = response;
      const body = await decodeBody(response.body, headers['content-encoding'], request.maxBytes, isPartial);
      const shown = { ...response, ...(address !== undefined && { address }) };
      if (body.ok) return { ...shown, body: body.value };
      // Callers that compare samples need the status, which can be 404, and any bytes that differ between resources.
      return request.bodyMode(response.status) === 'sample' ? { ...shown, isPartial: true } : body.error;
    } finally {
      lease.end();
    }
  };
}

/** Retries once if a reused connection was reset, because a server may close an idle connection at any time. */
async function sendWithRetry(request: HopRequest, dispatcher: Dispatcher, reused: boolean): Promise<HopResult> {
  const result = await sendRequest(dispatcher, request).catch(toFetchFailure);
  const isStale = reused && result.outcome === 'failed' && result.kind === 'connection-reset';
  return isStale && !request.signal.aborted && request.mayRetry() ? sendWithRetry(request, dispatcher, false) : result;
}
