import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSampleContext, createSampleLive } from './context.fixture.ts';
import { createMcpHandler, type McpHandler } from './mcp-handler.ts';
import { type RunningMcpServer, serveMcpHandler } from './mcp-server.fixture.ts';

const SUITE = path.resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** The scenarios that apply to any server. The others call diagnostic tools that a server would have to add. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'sep-2164-resource-not-found',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
  'input-required-result-unsupported-methods',
  'input-required-result-validate-input',
];

let served: RunningMcpServer;

beforeAll(async () => {
  const { promise: handler, resolve: open } = Promise.withResolvers<McpHandler>();
  served = await serveMcpHandler({ fetch: async (request, client) => (await handler).fetch(request, client) });
  const base = served.url.origin;
  const addresses = { registry: base, site: base, validator: `${base}/validator`, mcp: served.url.href };
  open(createMcpHandler(createSampleContext({ addresses, live: createSampleLive() })));
});
afterAll(() => served.close());

describe.skipIf(!existsSync(SUITE)).concurrent("the protocol's conformance suite", () => {
  test.each(SCENARIOS)('passes for %s', async scenario => {
    expect(await outputOf(scenario)).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
  });

  test('passes for server-stateless, except for checks that need diagnostic tools', async () => {
    const output = await outputOf('server-stateless');
    const [, passed, failed] = /Passed: (\d+)\/\d+, (\d+) failed, 0 warnings/.exec(output) ?? [];
    expect(Number(passed)).toBeGreaterThanOrEqual(24);
    expect(output.match(/Error: Not testable: server does not list the diagnostic tool/g)).toHaveLength(Number(failed));
  });
});

/** Returns the output of the suite for a scenario. The suite exits with an error if a check failed. */
async function outputOf(scenario: string): Promise<string> {
  const args = [SUITE, 'server', '--url', served.url.href, '--scenario', scenario];
  return promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => stdout,
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
}
