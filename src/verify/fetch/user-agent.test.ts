import { expect, test } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { createUserAgent } from './user-agent.ts';

test('names this version and where to read about it', () => {
  const expected = `api-registry/${project.version} (+https://site.example/docs/verification/)`;
  expect(createUserAgent('https://site.example')).toBe(expected);
  expect(createUserAgent('https://site.example/')).toBe(expected);
});
