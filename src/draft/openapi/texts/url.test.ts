import { expect, test } from 'vitest';
import { measureCpuMs } from '#manifest/cpu-time.fixture.ts';
import { toWebUrl } from './url.ts';

test.each([
  ['https://tides.example/a[1]?b={c}#d', 'https://tides.example/a%5B1%5D?b=%7Bc%7D#d'],
  ['https://tides.example/#a#b', 'https://tides.example/%23a#b'],
  ['https://tides.example/%2g', 'https://tides.example/%252g'],
])('converts %s to a valid URI', (text, expected) => {
  expect(toWebUrl(text)).toBe(expected);
});

// With time in proportion to the square of the length, this takes minutes.
test('converts a URL with 300,000 fragments in little time', () => {
  const url = `https://tides.example/${'#'.repeat(300_000)}`;
  expect(measureCpuMs(() => toWebUrl(url))).toBeLessThan(400);
});
