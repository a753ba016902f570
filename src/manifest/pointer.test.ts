import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldOf, pointerOf, pointerParts, valueAt } from './pointer.ts';

test('returns the same parts after a round trip', () => {
  const part = fc.oneof(fc.string(), fc.constantFrom('', '~', '/', '~1', '~01', '0'));
  fc.assert(
    fc.property(fc.array(part), parts => {
      expect(pointerParts(pointerOf(parts))).toEqual(parts);
    }),
    { seed: 6901 },
  );
});

test.each(['a', '/~', '/~2', '/a~'])('throws for the invalid pointer %j', text => {
  expect(() => pointerParts(text)).toThrow(RangeError);
});

describe('the value at a pointer', () => {
  const document = JSON.parse(
    '{"a/b":[{"m~n":1}],"":{"":2},"__proto__":{"own":3},"list":["x"],"text":"abc","nothing":null}',
  );

  test.each([
    ['', document],
    ['/a~1b/0/m~0n', 1],
    ['//', 2],
    ['/__proto__/own', 3],
    ['/nothing', null],
  ])('exists for %j', (pointer, value) => expect(valueAt(document, pointer)).toEqual(value));

  test.each([
    '/none',
    '/list/1',
    '/list/-',
    '/list/00',
    '/list/length',
    '/text/0',
    '/toString',
    '/list/map',
    '/nothing/a',
  ])('does not exist for %j', pointer => expect(valueAt(document, pointer)).toBeUndefined());
});

test.each([
  ['', '(document)'],
  ['/name', 'name'],
  ['/endpoints/2/path', 'endpoints[2].path'],
  ['/0/a', '[0].a'],
  ['/payment/x-y/z', 'payment["x-y"].z'],
  ['/', '[""]'],
  ['/name\u202e', String.raw`["name\u202e"]`],
])('formats %j as %s', (pointer, field) => expect(fieldOf(pointer)).toBe(field));
