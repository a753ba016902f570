import { expect, test } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { createUserAgent } from './user-agent.ts';

test('contains this version and a URL with more information', () => {
  const expected = `api-registry/${project.version} (+https://site.example/docs/verification/)`;
  expect(createUserAgent('https://site.example')).toBe(expected);
  expect(createUserAgent('https://site.example/')).toBe(expected);
});
