import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import type { McpClientInfo } from '../context.ts';
import { protocolError } from '../protocol-error.ts';
import { EVENT_STREAM_HEADERS } from './event-stream.ts';
import type { Responder } from './respond-once.ts';
import type { Sessions } from './sessions.ts';

/** The query parameter by which the endpoint of a session tells it from others. */
export const SESSION_PARAMETER = 'sessionId';

/** Seconds after which there may be room again. */
const RETRY_AFTER = '30';

/**
 * Whether a request opens a legacy stream: it wants events, and names no revision, as every client of a later transport
 * does.
 */
export function opensStream({ method, headers }: Request): boolean {
  return method === 'GET' && !headers.has('MCP-Protocol-Version') && accepts(headers, 'text/event-stream');
}

/** Opens a session, and the stream that carries its answers. */
export async function openStream(sessions: Sessions, mcp: string, asker: McpClientInfo): Promise<Response> {
  const { pathname } = new URL(mcp);
  const body = await sessions.open(id => `${pathname}?${SESSION_PARAMETER}=${encodeURIComponent(id)}`, asker);
  if (body !== undefined) return new Response(body, { headers: EVENT_STREAM_HEADERS });
  const refusal = protocolError(
    503,
    'refused',
    'There are too many event streams. Use Streamable HTTP: POST your messages to this address.',
  );
  refusal.headers.set('Retry-After', RETRY_AFTER);
  return refusal;
}

/** Takes the message of a session; what there is to answer goes down its stream. */
export async function takeMessage(sessions: Sessions, id: string, value: object, answer: Responder): Promise<Response> {
  if (!(await sessions.touch(id))) return noSession();
  const message = messageIn(value);
  if (message === undefined)
    return protocolError(400, 'invalid-request', 'This is no message of JSON-RPC 2.0; batches are not taken here.');
  const reply = await answer(message);
  const isHeard = reply === undefined || (await sessions.send(id, JSON.stringify(reply)));
  return isHeard ? new Response('Accepted', { status: 202 }) : noSession();
}

export function noSession(): Response {
  return protocolError(404, 'session-not-found', 'Session not found: it has ended, or never was. Open a new one.');
}

function messageIn(value: object) {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}

function accepts(headers: Headers, type: string): boolean {
  return (headers.get('Accept') ?? '').split(',').some(each => each.split(';')[0]?.trim().toLowerCase() === type);
}
