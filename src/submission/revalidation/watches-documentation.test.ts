import { expect, test } from 'vitest';
import { watchesDocumentation } from './watches-documentation.ts';

test.each([
  ['https://registry.example.org', false, true],
  ['https://registry.example.org', true, false],
  ['http://registry.example.org', false, false],
  ['http://127.0.0.1:8787', false, false],
  ['https://localhost', false, false],
  ['https://192.0.2.7', false, false],
  ['https://registry.local', false, false],
  ['', false, false],
  [undefined, false, false],
])('probes documentation listings for the URL %s, local %s: %s', (url, isLocal, expected) => {
  expect(watchesDocumentation(url, isLocal)).toBe(expected);
});
