import { afterEach, expect, test, vi } from 'vitest';
import { planEndpoint, type TestedCall } from '#calls/snippets/plan-endpoint.fixture.ts';
import { sendRequest } from './send-request.ts';

test.each<[string, object, TestedCall['endpoint']]>([
  ['Cookie', { config: { in: 'cookie', name: 'session' } }, {}],
  ['Referer', {}, { required_headers: { Referer: 'https://b.example/' } }],
])('does not send a request without its header %s, which browsers omit', async (name, config, endpoint) => {
  const authentication = { required: 'config' in config, type: 'api_key', instructions: '', ...config };
  const plan = planEndpoint({ manifest: { authentication }, ...(endpoint && { endpoint }) }, 'https://a.example');
  const result = await sendRequest(plan, { API_KEY: 'secret' }, 'a.example');
  expect(result).toEqual({
    ok: false,
    text: `A browser cannot send the header ${name} from this page. Copy the command and run it in a terminal instead.`,
  });
});

afterEach(() => vi.unstubAllGlobals());

/** Sends a request to an API with this response, and returns the text that the page shows. */
async function showResponse(body: BodyInit | null, headers: HeadersInit = {}): Promise<string> {
  vi.stubGlobal('fetch', async () => new Response(body, { headers }));
  return (await sendRequest(planEndpoint({}, 'https://a.example'), {}, 'a.example')).text;
}

test.each<[string, BodyInit | null, string]>([
  ['no body', null, 'The response has no body.'],
  ['an empty body', '', 'The response has no body.'],
  ['JSON', '{"a":1}', '{\n  "a": 1\n}'],
  ['another text', '<p>é</p>', '<p>é</p>'],
  [
    'an image',
    new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
    'Binary data (image/png), 4 bytes. Copy the command and run it in a terminal instead.',
  ],
  [
    'bytes of an executable',
    new Uint8Array([0x7f, 0x45, 0]),
    'Binary data (image/png), 3 bytes. Copy the command and run it in a terminal instead.',
  ],
])('shows a response with %s', async (_, body, text) => {
  expect(await showResponse(body, { 'Content-Type': 'image/png' })).toBe(text);
});

test('cuts a long text between two characters', async () => {
  expect(await showResponse(`${'x'.repeat(19_999)}🌊🌊`)).toBe(`${'x'.repeat(19_999)}\n… 20,003 characters in total`);
});

test('stops reading a response without an end', async () => {
  const chunk = new TextEncoder().encode('é'.repeat(99_999));
  const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(chunk);
  expect(await showResponse(new ReadableStream({ pull }))).toMatch(/characters or more in total$/);
});

test('shows what arrived before the connection ended', async () => {
  let isStarted = false;
  const pull = (controller: ReadableStreamDefaultController) => {
    if (isStarted) return controller.error(new DOMException('', 'TimeoutError'));
    isStarted = true;
    controller.enqueue(new TextEncoder().encode('data: 1'));
  };
  expect(await showResponse(new ReadableStream({ pull }))).toBe('data: 1\n… The response continues.');
});
