import { expect, test } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { userAgent } from './user-agent.ts';

test('contains this version and a URL with more information', () => {
  const expected = `api-registry/${project.version} (+https://site.example/docs/verification/)`;
  expect(userAgent('https://site.example')).toBe(expected);
  expect(userAgent('https://site.example/')).toBe(expected);
});
