import { expect, test } from 'vitest';
import { parseSubmissionUrl } from './parse-submission-url.ts';

test.each([
  ['http://api.example.com', 'https'],
  ['https://10.0.0.1', 'IP address'],
  ['https://printer.local', 'private use'],
  ['http://localhost:8080', 'https'],
])('rejects %s without local privileges: %s', (url, reason) => {
  expect(parseSubmissionUrl(url, false)).toMatchObject({
    ok: false,
    error: { kind: 'refused', message: expect.stringContaining(reason) },
  });
});

test('accepts loopback origins with local privileges', () => {
  expect(parseSubmissionUrl('http://localhost:8080/docs?x=1', true)).toMatchObject({
    ok: true,
    value: { id: 'localhost_8080', url: 'http://localhost:8080' },
  });
});

test.each(['api.example.com', 'ftp://api.example.com'])('reports %s as invalid', url => {
  expect(parseSubmissionUrl(url, true)).toMatchObject({ ok: false, error: { kind: 'invalid' } });
});
