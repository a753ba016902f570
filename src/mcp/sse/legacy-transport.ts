import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import type { McpClientInfo } from '../context.ts';
import { createProtocolError } from '../protocol-error.ts';
import { EVENT_STREAM_HEADERS } from './event-stream.ts';
import type { Responder } from './respond-once.ts';
import type { Sessions } from './sessions.ts';

/** The query parameter with the session id. */
export const SESSION_PARAMETER = 'sessionId';

/** Seconds. */
const RETRY_AFTER = '30';

/** Whether a request opens a legacy stream: it accepts events and, unlike later transports, names no revision. */
export function isStreamRequest({ method, headers }: Request): boolean {
  return method === 'GET' && !headers.has('MCP-Protocol-Version') && accepts(headers, 'text/event-stream');
}

/** Opens a session and returns its event stream. */
export async function openStream(sessions: Sessions, mcp: string, client: McpClientInfo): Promise<Response> {
  const { pathname } = new URL(mcp);
  const body = await sessions.open(id => `${pathname}?${SESSION_PARAMETER}=${encodeURIComponent(id)}`, client);
  if (body !== undefined) return new Response(body, { headers: EVENT_STREAM_HEADERS });
  const response = createProtocolError(
    503,
    'refused',
    'Too many event streams. Use Streamable HTTP: send messages to this URL with POST.',
  );
  response.headers.set('Retry-After', RETRY_AFTER);
  return response;
}

/** Handles a message of a session and sends the response on its stream. */
export async function handleMessage(
  sessions: Sessions,
  id: string,
  value: object,
  respond: Responder,
): Promise<Response> {
  if (!(await sessions.touch(id))) return createSessionNotFoundError();
  const message = parseMessage(value);
  if (message === undefined)
    return createProtocolError(
      400,
      'invalid-request',
      'This is not a JSON-RPC 2.0 message. This transport does not support batches.',
    );
  const reply = await respond(message);
  const isDelivered = reply === undefined || (await sessions.send(id, JSON.stringify(reply)));
  return isDelivered ? new Response('Accepted', { status: 202 }) : createSessionNotFoundError();
}

/** Creates the 404 response for a session that has ended or never existed. */
export function createSessionNotFoundError(): Response {
  return createProtocolError(404, 'session-not-found', 'Session not found. It may have ended. Open a new one.');
}

function parseMessage(value: object) {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}

function accepts(headers: Headers, type: string): boolean {
  return (headers.get('Accept') ?? '').split(',').some(each => each.split(';')[0]?.trim().toLowerCase() === type);
}
