import { expect, test } from 'vitest';
import { measureCpuMs } from '#manifest/cpu-time.fixture.ts';
import { nameTools } from './tool-names.ts';

// With time in proportion to the square of the length, each path takes minutes.
test.each(['{', '<', ':', '[', '{:', '_', '-'])('names the tool of a path of 300,000 %s in little time', part => {
  const endpoints = [{ method: 'GET', path: `/${part.repeat(300_000)}` }];
  expect(measureCpuMs(() => nameTools(endpoints))).toBeLessThan(400);
});

// With a comparison with each earlier name, these take seconds.
test.each<[string, (index: number) => string]>([
  ['equal endpoints', () => '/tides'],
  ['equal endpoints with long names', index => `/${'a'.repeat(58)}${index % 10}`],
])('names the tools of 20,000 %s in little time', (_, createPath) => {
  const endpoints = Array.from({ length: 20_000 }, (_, index) => ({ method: 'GET', path: createPath(index) }));
  expect(new Set(nameTools(endpoints)).size).toBe(20_000);
  expect(measureCpuMs(() => nameTools(endpoints))).toBeLessThan(400);
});
