import { expect, test } from 'vitest';
import { fnv1a } from './fnv1a.ts';

// The values of the specification (draft-eastlake-fnv, section 6.1).
test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('hashes %j', (text, hash) => {
  expect(fnv1a(text)).toBe(hash);
});

test('hashes the bytes of UTF-8', () => {
  expect(fnv1a('ä')).toBe(fnv1aOf([0xc3, 0xa4]));
});

function fnv1aOf(bytes: readonly number[]): number {
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}
