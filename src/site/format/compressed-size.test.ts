import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isCompressibleTo } from './compressed-size.ts';

test.each([0, 100, 8000, 8100, 8128, 8129, 8192, 20_000])('agrees with gzip about %i random bytes', length => {
  const text = randomBytes(length).toString('latin1');
  expect(isCompressibleTo(8192, text)).toBe(gzipSync(text).length <= 8192);
});

test('accepts a long text that compresses well', () => {
  expect(isCompressibleTo(8192, 'a'.repeat(64 * 1024))).toBe(true);
});
