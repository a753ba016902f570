import { createMcpHandler as createSdkHandler } from '@modelcontextprotocol/server';
import type { McpClientInfo, McpContext, McpUrls } from './context.ts';
import { MAX_MESSAGE_BYTES, readMessage } from './message.ts';
import { isAllowedOrigin } from './origin-check.ts';
import { protocolError } from './protocol-error.ts';
import { createMcpServer } from './server.ts';
import { noSession, openStream, opensStream, SESSION_PARAMETER, takeMessage } from './sse/legacy-transport.ts';
import { memorySessions } from './sse/memory-sessions.ts';
import { createResponder } from './sse/respond-once.ts';

/** The tool hub over HTTP: a function from request to response. */
export interface McpHandler {
  fetch(request: Request, asker?: McpClientInfo): Promise<Response>;
}

/** The most streams that clients of the stateless revision may hold open to wait for changes. */
const MOST_SUBSCRIPTIONS = 256;

/**
 * The hub at its address (specification, sections 1 and 4; standards: MCP). One address speaks three transports:
 * Streamable HTTP of the 2025 and of the 2026 revisions, both without sessions, and HTTP+SSE of 2024, whose sessions
 * are nothing but open streams.
 */
export function createMcpHandler(services: McpContext): McpHandler {
  const { addresses, allowedOrigins, sessions = memorySessions(), onError } = services;
  const askers = new WeakMap<Request, McpClientInfo>();
  const streamable = createSdkHandler(
    ({ requestInfo }) => createMcpServer(services, requestInfo && askers.get(requestInfo)),
    { maxRequestBodySize: MAX_MESSAGE_BYTES, maxSubscriptions: MOST_SUBSCRIPTIONS },
  );

  async function post(request: Request, asker: McpClientInfo): Promise<Response> {
    const read = await readMessage(request);
    if ('refusal' in read) return read.refusal;
    const session = new URL(request.url).searchParams.get(SESSION_PARAMETER);
    if (session !== null)
      return takeMessage(
        sessions,
        session,
        read.message,
        createResponder(() => createMcpServer(services, asker)),
      );
    askers.set(request, asker);
    return streamable.fetch(request, { parsedBody: read.message });
  }

  async function answered(request: Request, asker: McpClientInfo): Promise<Response> {
    if (!isAllowedOrigin(request.headers.get('Origin'), addresses, allowedOrigins))
      return protocolError(403, 'refused', 'Pages of this origin may not use the tool hub.');
    if (opensStream(request)) return openStream(sessions, addresses.mcp, asker);
    if (namesSession(request)) return noSession();
    return request.method === 'POST' ? post(request, asker) : otherMethod(addresses);
  }

  return {
    async fetch(request, asker = {}) {
      try {
        return await answered(request, asker);
      } catch (error) {
        onError?.(error);
        return protocolError(500, 'internal', 'The tool hub failed. Try again in a minute.');
      }
    },
  };
}

/** What answers a browser, too, so it says what this address is. GET alone opens no stream. */
function otherMethod({ mcp }: McpUrls): Response {
  const refusal = protocolError(
    405,
    'refused',
    `This is an MCP server: POST messages to this address, with an MCP client. Its card is at ${mcp}/server-card.`,
  );
  refusal.headers.set('Allow', 'GET, POST');
  return refusal;
}

/** No session was ever given out by that header; who names one has to begin anew. The 2026 revision has none to name. */
function namesSession({ headers }: Request): boolean {
  return headers.has('Mcp-Session-Id') && (headers.get('MCP-Protocol-Version') ?? '') < '2026';
}
