import { expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { LARGE_TEXT_BYTES } from '#manifest/text/manifest-text.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { createSampleContext, NOW } from './context.fixture.ts';
import type { McpContext } from './context.ts';
import { createMcpHandler } from './mcp-handler.ts';
import { parseMessageAtOnce } from './parse-message.ts';
import { calling, posting, readResponse } from './raw-message.fixture.ts';

const EXTRA = 'x'.repeat(LARGE_TEXT_BYTES);
const large = { ...sampleManifest(), extra: EXTRA };
const hostile = JSON.parse('['.repeat(60) + ']'.repeat(60));

function send(body: string, changes: Partial<McpContext> = {}): Promise<Response> {
  const handler = createMcpHandler(createSampleContext(changes));
  return handler.fetch(new Request('https://registry.example/mcp', posting(body)));
}

/** A context whose other thread validates all manifests. */
function createOtherThread(): Partial<McpContext> {
  return {
    parseLargeMessage: async bytes =>
      structuredClone(parseMessageAtOnce(bytes, manifest => reportOnManifest(manifest, NOW))),
    reportOn: () => {
      throw new Error('The manifest was validated in this thread.');
    },
  };
}

test.each([
  ['a valid manifest', calling('validate_manifest', { manifest: large })],
  ['a manifest as text', calling('validate_manifest', { manifest: JSON.stringify(large) })],
  ['a text that is not JSON', calling('validate_manifest', { manifest: EXTRA })],
  ['an invalid manifest', calling('validate_manifest', { manifest: { ...large, hostile, __proto__: null } })],
  ['a manifest with a URL', calling('validate_manifest', { manifest: large, url: 'https://api.example.com' })],
  ['a manifest of the wrong type', calling('validate_manifest', { manifest: [EXTRA] })],
  ['no arguments', calling('validate_manifest', EXTRA)],
  ['another tool', calling('get_listing', { id: 'tides.example', manifest: large })],
  ['a batch', `[${calling('validate_manifest', { manifest: large })},${calling('list_categories', {})}]`],
  ['a message that is not JSON', `{"a":"${EXTRA}`],
  ['a text', JSON.stringify(EXTRA)],
])('responds to %s in another thread with the same response', async (_, body) => {
  const expected = await send(body);
  const response = await send(body, createOtherThread());
  expect(response.status).toBe(expected.status);
  expect(await response.text()).toBe(await expected.text());
});

test('rejects a message with thousands of members besides the arguments', async () => {
  const experimental = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`capability ${index}`, {}]));
  const params = {
    protocolVersion: '2025-06-18',
    clientInfo: { name: 'test', version: '1' },
    capabilities: { experimental },
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  for (const changes of [{}, createOtherThread()]) {
    const response = await send(body, changes);
    expect(response.status).toBe(400);
    expect((await readResponse(response)).error).toMatchObject({
      code: -32_600,
      message: 'The message has more than 2,000 members besides the arguments of tools.',
    });
  }
});

test('returns 503 if the other thread fails', async () => {
  const response = await send(calling('validate_manifest', { manifest: large }), {
    parseLargeMessage: () => Promise.reject(new Error('Retry in 5 seconds.')),
    tellable: error => (error as Error).message,
  });
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('5');
  expect((await readResponse(response)).error?.message).toBe('Retry in 5 seconds.');
});
