import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { BufferedResponse } from '#edge/http/buffered-response.ts';

/** Sends a response without a stream; Node omits the body for HEAD. The request id is among the headers that are set already. */
export function sendBuffered({ status, headers, content }: BufferedResponse, outgoing: ServerResponse): Response {
  const length = typeof content === 'string' ? Buffer.byteLength(content) : content.length;
  const fields = [...headers].filter(([name]) => name !== 'content-length').flat();
  outgoing.writeHead(status, [...fields, 'content-length', String(length)]).end(content);
  return RESPONSE_ALREADY_SENT;
}

/**
 * Sends a response that is not a stream, and closes the connection, because the data that follows may be part of the
 * request.
 */
export async function sendAndClose(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = await response.text();
  const length = Buffer.byteLength(body);
  const headers = { ...Object.fromEntries(response.headers), 'Content-Length': length, Connection: 'close' };
  outgoing.writeHead(response.status, headers).end(body);
}
