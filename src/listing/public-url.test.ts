import { expect, test } from 'vitest';
import { findPublicUrlError, findSitePathError } from './public-url.ts';

test.each(['https://registry.example.org', 'https://xn--bcher-kva.example/path', 'https://a.example:8443'])(
  'accepts %s',
  url => expect(findPublicUrlError(url)).toBeUndefined(),
);

test('rejects a path in the URL of the site', () => {
  expect(findSitePathError('https://acme.github.io/registry')).toMatch(/ such as https:\/\/acme\.github\.io\.$/);
  expect(findSitePathError('https://www.acme.org')).toBeUndefined();
});

test.each([
  'http://registry.example.org',
  'https://localhost',
  'https://localhost.',
  'https://a.localhost',
  'https://registry',
  'https://registry.internal',
  'https://127.0.0.1:4321',
  'https://[::1]',
  'https://8.8.8.8',
  'https://user:secret@registry.example.org',
  'https://registry.example.org/?a=b',
  'registry.example.org',
  '',
])('rejects %s', url => expect(findPublicUrlError(url)).toBeTypeOf('string'));
