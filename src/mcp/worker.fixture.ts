import { createWorkerFetcher } from '#verify/fetch/worker-fetch.ts';
import { createSampleContext, liveThrough, resolveSample } from './context.fixture.ts';
import { createMcpHandler, type McpHandler } from './mcp-handler.ts';
import { createDurableSessions, type SessionNamespace } from './sse/durable-sessions.ts';

export { SessionObject } from './sse/session-object.ts';

interface Environment {
  readonly SESSIONS: SessionNamespace;
}

let handler: McpHandler | undefined;

/** The MCP server as a separate Worker over the sample listings. */
export default {
  fetch(request: Request, { SESSIONS }: Environment): Promise<Response> {
    const fetcher = () => createWorkerFetcher({ siteUrl: 'https://registry.example', fetch, resolve: resolveSample });
    const live = liveThrough(request => fetcher().fetch(request));
    handler ??= createMcpHandler(createSampleContext({ live, sessions: createDurableSessions(SESSIONS) }));
    return handler.fetch(request, { client: request.headers.get('X-Test-Client') ?? undefined });
  },
};
