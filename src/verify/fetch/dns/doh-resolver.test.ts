import { expect, test } from 'vitest';
import { createDohResolver } from './doh-resolver.ts';

const ENDPOINT = 'https://resolver.example/dns-query';

/** Creates a resolver whose service returns a body and status per record type. */
function resolver(replies: Record<string, unknown>, status = 200) {
  const asked: string[] = [];
  const fetch = async (url: Parameters<typeof globalThis.fetch>[0], init?: RequestInit) => {
    asked.push(`${url} ${new Headers(init?.headers).get('accept')}`);
    return Response.json(replies[new URL(String(url)).searchParams.get('type') ?? ''], { status });
  };
  return { asked, resolve: createDohResolver(fetch, ENDPOINT) };
}

test('requests both families and drops aliases', async () => {
  const { asked, resolve } = resolver({
    1: {
      Status: 0,
      Answer: [
        { type: 5, data: 'real.example.' },
        { type: 1, data: '192.0.2.1' },
      ],
    },
    28: { Status: 0, Answer: [{ type: 28, data: '2001:db8::1' }] },
  });
  expect(await resolve('api.example')).toEqual(['192.0.2.1', '2001:db8::1']);
  expect(asked).toEqual([
    `${ENDPOINT}?name=api.example&type=1 application/dns-json`,
    `${ENDPOINT}?name=api.example&type=28 application/dns-json`,
  ]);
});

test('returns nothing for a name that does not exist or has no addresses', async () => {
  expect(await resolver({ 1: { Status: 3 }, 28: { Status: 3 } }).resolve('gone.example')).toEqual([]);
  expect(await resolver({ 1: { Status: 0 }, 28: { Status: 0 } }).resolve('empty.example')).toEqual([]);
});

const found = { Status: 0, Answer: [{ type: 1, data: '192.0.2.1' }] };
test.each([
  ['one family fails, because a connection might use it', { 1: found, 28: { Status: 2 } }, 200],
  ['the service fails', { 1: found, 28: found }, 503],
  ['the response has no status', { 1: {}, 28: {} }, 200],
  ['the response is a list', { 1: [], 28: [] }, 200],
  ['the records are invalid', { 1: { Status: 0, Answer: [null] }, 28: found }, 200],
  ['the data is not text', { 1: { Status: 0, Answer: [{ type: 1, data: 1 }] }, 28: found }, 200],
])('rejects if %s', async (_, replies, status) => {
  await expect(resolver(replies, status).resolve('api.example')).rejects.toThrow(
    /^The resolver (returned|did not return)/,
  );
});
