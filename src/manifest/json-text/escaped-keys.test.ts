import { afterEach, expect, test, vi } from 'vitest';
import { parseJson } from './escaped-keys.ts';

afterEach(() => vi.unstubAllGlobals());

const TEXT = '[{"\\u00e9":1,"b":{"\\\\":2}},{"\\u0061":3,"1":4,"\\u0030":5,"\\u005f_proto__":6}]';

test('parses keys with escapes', () => {
  expect(JSON.stringify(parseJson(TEXT))).toBe('[{"é":1,"b":{"\\\\":2}},{"0":5,"1":4,"a":3,"__proto__":6}]');
});

test('parses keys with escapes on a page without https, which has no randomUUID', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  expect(parseJson('{"\\u0061":1}')).toEqual({ a: 1 });
});

test('passes values to a reviver', () => {
  const double = (_: string, value: unknown) => (typeof value === 'number' ? 2 * value : value);
  expect(parseJson('{"\\u0061":[1],"b":2}', double)).toEqual({ a: [2], b: 4 });
});
