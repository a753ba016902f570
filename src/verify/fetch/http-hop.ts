import { decodeBody } from './decode-body.ts';
import type { Hop, HopRequest, HopResult } from './exchange.ts';
import type { Connections } from './guarded-connections.ts';
import { networkFailure } from './network-failure.ts';
import { sendRequest } from './send-request.ts';

/** Framing of small chunks may weigh more than what is in them. */
const FRAMING_BYTES = 64 * 1024;

/** One HTTP/1.1 request over a checked connection, its body decompressed. */
export function createHttpHop(connections: Connections): Hop {
  return async request => {
    const lease = connections.lease(request.url.origin, 2 * request.maxBytes + FRAMING_BYTES);
    try {
      const answer = await answered(request, connections, lease.isOpen());
      const address = lease.address();
      if (answer.outcome !== 'response') return answer;
      const body = await decodeBody(answer.body, answer.headers['content-encoding'], request.maxBytes);
      if (!(body instanceof Uint8Array)) return body;
      return { ...answer, body, ...(address !== undefined && { address }) };
    } finally {
      lease.end();
    }
  };
}

/** A server may close a kept connection at the moment it is used again; that says nothing, so it is asked once more. */
async function answered(request: HopRequest, connections: Connections, reused: boolean): Promise<HopResult> {
  const answer = await sendRequest(connections.agent, request).catch(networkFailure);
  const stale = reused && answer.outcome === 'failed' && answer.kind === 'connection-reset' && !request.signal.aborted;
  return stale ? answered(request, connections, false) : answer;
}
