import { expect, test } from 'vitest';
import { StaticResponse } from './static-response.ts';

test('has the members of a Response that Astro reads', () => {
  const init = { status: 404, statusText: 'Not Found', headers: { 'Content-Type': 'text/html' } };
  const [own, expected] = [new StaticResponse('é', init), new Response('é', init)];
  expect(own).toMatchObject({ status: expected.status, statusText: expected.statusText });
  expect([...own.headers]).toEqual([...expected.headers]);
  expect(own.body).toEqual(new TextEncoder().encode('é'));
  expect(new StaticResponse()).toMatchObject({ status: 200, statusText: '', body: null });
});

test('does not copy bytes', () => {
  const bytes = new Uint8Array([1, 2]);
  expect(new StaticResponse(bytes).body).toBe(bytes);
});

test('rejects a stream', () => {
  expect(() => new StaticResponse(new ReadableStream())).toThrow(TypeError);
});
