import { expect, test } from 'vitest';
import { decodePercent } from './decode-percent.ts';

test.each([
  ['a%2Fb%C3%A9', 'a/bé'],
  ['plain', 'plain'],
  ['100%', '100%'],
  ['%C3%28', '%C3%28'],
])('decodes %s to %s', (text, decoded) => {
  expect(decodePercent(text)).toBe(decoded);
});
