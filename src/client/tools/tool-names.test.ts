import { expect, test } from 'vitest';
import { measureCpuMs } from '#manifest/cpu-time.fixture.ts';
import { nameTools } from './tool-names.ts';

// With time in proportion to the square of the length, each path takes minutes.
test.each(['{', '<', ':', '[', '{:', '_', '-'])('names the tool of a path of 300,000 %s in little time', part => {
  const endpoints = [{ method: 'GET', path: `/${part.repeat(300_000)}` }];
  expect(measureCpuMs(() => nameTools(endpoints))).toBeLessThan(400);
});
