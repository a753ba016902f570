import { createMcpHandler as createSdkHandler, type McpServer } from '@modelcontextprotocol/server';
import type { McpClientInfo, McpContext, McpUrls } from './context.ts';
import { MAX_MESSAGE_BYTES, readMessage } from './message.ts';
import { isAllowedOrigin } from './origin-check.ts';
import { findParamsError } from './params-error.ts';
import { createProtocolError } from './protocol-error.ts';
import { createMcpServer } from './server.ts';
import {
  createSessionNotFoundError,
  handleMessage,
  isStreamRequest,
  openStream,
  SESSION_PARAMETER,
} from './sse/legacy-transport.ts';
import { createMemorySessions } from './sse/memory-sessions.ts';
import { createResponder } from './sse/respond-once.ts';

/** The MCP server over HTTP. */
export interface McpHandler {
  fetch(request: Request, client?: McpClientInfo): Promise<Response>;
}

/** The maximum number of streams on which clients of the stateless revision wait for changes. */
const MAX_SUBSCRIPTIONS = 256;

/**
 * Creates the MCP server over HTTP (specification, sections 1 and 4; standards: MCP). One URL supports three transports:
 * Streamable HTTP of the 2025 and 2026 revisions, both without sessions, and HTTP+SSE of the 2024 revision, whose
 * sessions are open streams.
 */
export function createMcpHandler(context: McpContext): McpHandler {
  const { addresses, allowedOrigins, sessions = createMemorySessions(), tellable, onError } = context;
  /** Creates the server for the message of a request. */
  const servers = new WeakMap<Request, () => McpServer>();
  const streamable = createSdkHandler(
    ({ requestInfo }) => (requestInfo && servers.get(requestInfo)?.()) ?? createMcpServer(context),
    { maxRequestBodySize: MAX_MESSAGE_BYTES, maxSubscriptions: MAX_SUBSCRIPTIONS },
  );

  async function handlePost(request: Request, client: McpClientInfo): Promise<Response> {
    const message = await readMessage(request, client, context);
    if (!message.ok) return message.error;
    const { value, reportOn } = message.value;
    const createServer = () => createMcpServer({ ...context, reportOn }, client);
    const session = new URL(request.url).searchParams.get(SESSION_PARAMETER);
    if (session !== null) return handleMessage(sessions, session, value, createResponder(createServer));
    if (Array.isArray(value) && !allowsBatches(request)) return createBatchError();
    const invalid = findParamsError(value);
    if (invalid !== undefined) return Response.json(invalid, { headers: { 'Cache-Control': 'no-store' } });
    const accepting = withExplicitAccept(request);
    servers.set(accepting, createServer);
    return streamable.fetch(accepting, { parsedBody: value });
  }

  async function handle(request: Request, client: McpClientInfo): Promise<Response> {
    if (!isAllowedOrigin(request.headers.get('Origin'), addresses, allowedOrigins))
      return createProtocolError(403, 'refused', 'This origin is not allowed to call the MCP server.');
    if (isStreamRequest(request)) return openStream(sessions, addresses.mcp, client);
    if (hasSessionHeader(request)) return createSessionNotFoundError();
    return request.method === 'POST' ? handlePost(request, client) : createMethodError(addresses);
  }

  return {
    async fetch(request, client = {}) {
      try {
        return await handle(request, client);
      } catch (error) {
        const message = tellable?.(error);
        if (message !== undefined) return createUnavailableError(message);
        onError?.(error);
        return createProtocolError(500, 'internal', 'Internal error of the MCP server. Retry in a minute.');
      }
    },
  };
}

/** Returns the response to other methods. Browsers show it, so it explains the URL. */
function createMethodError({ mcp }: McpUrls): Response {
  const response = createProtocolError(
    405,
    'refused',
    `This is an MCP server. Connect with an MCP client, which sends messages to this URL with POST. Server card: ${mcp}/server-card`,
  );
  response.headers.set('Allow', 'GET, POST');
  return response;
}

/** Whether the revision of a request has batches. A request without the header has the revision 2025-03-26. */
function allowsBatches({ headers }: Request): boolean {
  return (headers.get('MCP-Protocol-Version') ?? '') < '2025-06-18';
}

function createBatchError(): Response {
  return createProtocolError(
    400,
    'invalid-request',
    'Protocol versions since 2025-06-18 have no batches. Send each message in its own request.',
  );
}

/**
 * Lists both formats of a response for a client that accepts any format, such as curl. The SDK expects the names, and
 * rejects a wildcard and a request without the header.
 */
function withExplicitAccept(request: Request): Request {
  const accept = request.headers.get('Accept') ?? '*/*';
  if (!accept.split(',').some(each => each.split(';')[0]?.trim() === '*/*')) return request;
  const headers = new Headers(request.headers);
  headers.set('Accept', 'application/json, text/event-stream');
  // The body is already read.
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

/** Returns the response to a message that cannot be processed now. */
function createUnavailableError(message: string): Response {
  const response = createProtocolError(503, 'internal', message);
  response.headers.set('Retry-After', RETRY_AFTER);
  return response;
}

/** Seconds. */
const RETRY_AFTER = '5';

/**
 * Whether a client names a session. This server never assigns sessions by header, so the client must start again. The
 * 2026 revision has no sessions.
 */
function hasSessionHeader({ headers }: Request): boolean {
  return headers.has('Mcp-Session-Id') && (headers.get('MCP-Protocol-Version') ?? '') < '2026';
}
