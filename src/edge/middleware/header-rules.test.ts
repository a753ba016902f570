import { expect, test } from 'vitest';
import { readHeaderRules } from './header-rules.ts';

const headersOf = readHeaderRules(`# A comment
/*
  X-Frame-Options: DENY
  Content-Security-Policy: default-src 'none'

/apis/:id/
  ! Content-Security-Policy
  Content-Security-Policy: connect-src https://:id

/apis/:id/try
  X-Frame-Options: SAMEORIGIN
`);

test.each([
  ['api.example.com', 'api.example.com'],
  ['api.example.com_8443', 'api.example.com:8443'],
  ['*', 'host.invalid'],
  ["a.example;script-src 'unsafe-inline'", 'host.invalid'],
])('allows a page of the listing %s to connect to %s', (id, host) => {
  expect(headersOf(`/apis/${id}/`)).toEqual([
    ['X-Frame-Options', 'DENY'],
    ['Content-Security-Policy', `connect-src https://${host}`],
  ]);
});

test('appends to the values of earlier rules, unless it removes them', () => {
  expect(headersOf('/apis/api.example.com/try')).toEqual([
    ['X-Frame-Options', 'DENY, SAMEORIGIN'],
    ['Content-Security-Policy', "default-src 'none'"],
  ]);
});
