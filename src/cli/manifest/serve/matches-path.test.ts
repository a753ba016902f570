import { expect, test } from 'vitest';
import { matchesPath } from './matches-path.ts';

test.each([
  ['/v1/a', '/v1/a', true],
  ['/v1/{id}', '/v1/7', true],
  ['/v1/{id}', '/v1/', false],
  ['/v1/:id/b', '/v1/7/b', true],
  ['/v1/{id}.json', '/v1/7.json', true],
  ['/v1/{id}.json', '/v1/.json', false],
  ['/v1/a b', '/v1/a%20b', true],
  ['/v1/\ud800', '/v1/%EF%BF%BD', true],
  ['/v1/a?x=1#y', '/v1/a', true],
  ['/v1/a', '/v1/a/b', false],
])('matches %s with %s: %s', (declared, requested, expected) => {
  expect(matchesPath(declared, requested)).toBe(expected);
});
