import { expect, test } from 'vitest';
import { registrableDomain } from './registrable-domain.ts';

test.each([
  ['api.example.com', 'example.com'],
  ['a.b.example.co.uk', 'example.co.uk'],
  ['mine.github.io', 'mine.github.io'],
  ['deep.mine.vercel.app', 'mine.vercel.app'],
  ['github.io', 'github.io'],
  ['localhost', 'localhost'],
  ['127.0.0.1', '127.0.0.1'],
])('returns, for %s, the registrable domain %s', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain);
});
