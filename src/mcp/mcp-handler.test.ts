import { afterAll, beforeAll, describe } from 'vitest';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { badArgumentsContract } from './bad-arguments.fixture.ts';
import { badInputContract } from './bad-input.fixture.ts';
import { HTTP_CLIENTS } from './clients.fixture.ts';
import { createSampleContext, liveThrough, resolveSample } from './context.fixture.ts';
import { describeMcpContract } from './contract.fixture.ts';
import { createMcpHandler } from './mcp-handler.ts';
import { type RunningMcpServer, serveMcpHandler } from './mcp-server.fixture.ts';
import { streamLimitContract } from './sse/stream-limits.fixture.ts';

const fetcher = createGuardedFetcher({ siteUrl: 'https://registry.example', resolve: resolveSample });
let served: RunningMcpServer;

beforeAll(async () => {
  const live = liveThrough(request => fetcher.fetch(request));
  served = await serveMcpHandler(createMcpHandler(createSampleContext({ live })));
});
afterAll(async () => {
  await served.close();
  await fetcher.close();
});

describe.each(HTTP_CLIENTS)('the MCP server on Node, %s', (_name, connect) => {
  describeMcpContract(() => connect(served.url));
});

describe('the event streams of the MCP server on Node', () => {
  streamLimitContract(() => served.url);
});

describe('the MCP server on Node with bad input', () => {
  badInputContract(() => served.url);
});

describe('the MCP server on Node with bad arguments', () => {
  badArgumentsContract(() => served.url);
});
