import { expect, test } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { createUserAgent } from './user-agent.ts';

test('contains this version and a URL with more information', () => {
  const expected = `api-registry/${project.version} (+https://site.example/probes/)`;
  expect(createUserAgent({ siteUrl: 'https://site.example' })).toBe(expected);
  expect(createUserAgent({ siteUrl: 'https://site.example/' })).toBe(expected);
});

test.each([
  ['Harbor APIs', 'Harbor APIs; '],
  ['APIs (beta); \\ Häfen', 'APIs beta  Hfen; '],
  ['目录', ''],
])('names the registry %j in a comment that stays valid', (siteName, start) => {
  const agent = createUserAgent({ siteUrl: 'https://site.example', siteName });
  expect(agent).toContain(` (${start}+https://site.example/probes/)`);
});
