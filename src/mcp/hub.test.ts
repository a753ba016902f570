import { afterAll, beforeAll, describe } from 'vitest';
import { createGuardedFetcher } from '#verify/guarded-fetch.ts';
import { badArgumentsContract } from './bad-arguments.fixture.ts';
import { badInputContract } from './bad-input.fixture.ts';
import { HTTP_CLIENTS } from './clients.fixture.ts';
import { hubContract } from './contract.fixture.ts';
import { createHub } from './hub.ts';
import { type ServedHub, serveHub } from './served-hub.fixture.ts';
import { liveThrough, resolveSample, sampleServices } from './services.fixture.ts';

const fetcher = createGuardedFetcher({ siteUrl: 'https://registry.example', resolve: resolveSample });
let served: ServedHub;

beforeAll(async () => {
  const live = liveThrough(question => fetcher.fetch(question));
  served = await serveHub(createHub(sampleServices({ live })));
});
afterAll(async () => {
  await served.close();
  await fetcher.close();
});

describe.each(HTTP_CLIENTS)('the MCP server on Node, %s', (_name, connect) => {
  hubContract(() => connect(served.url));
});

describe('the MCP server on Node with bad input', () => {
  badInputContract(() => served.url);
});

describe('the MCP server on Node with bad arguments', () => {
  badArgumentsContract(() => served.url);
});
