import { expect, test } from 'vitest';
import { parseOrigin } from '#listing/origin.ts';
import { limitUnit } from './limit-unit.ts';

test.each([
  ['https://a.b.example.com:8443', 'example.com'],
  ['https://one.github.io', 'one.github.io'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['http://127.0.0.1:4001', 'http://127.0.0.1:4001'],
  ['https://192.0.2.7', 'https://192.0.2.7'],
  ['https://192.0.2.7.example.com', 'example.com'],
  ['https://api_2.example.com', 'example.com'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['http://localhost:8080', 'http://localhost:8080'],
])('counts %s as %s', (url, unit) => {
  const origin = parseOrigin(url);
  expect(origin.ok && limitUnit(origin.value)).toBe(unit);
});
