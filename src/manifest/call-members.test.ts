import { describe, expect, test } from 'vitest';
import { isMediaType, listCredentialNames, readLocation } from './call-members.ts';

describe('isMediaType', () => {
  test.each([
    'text/plain',
    'application/vnd.api+json',
    'image/*',
    'text/csv;header=present',
    'text/plain; charset=utf-8',
    'text/plain ;charset="utf-8" ; x=y',
    'multipart/related; type="application/xop+xml"; start="<a@b>"',
    'text/plain;',
  ])('accepts %s', type => {
    expect(isMediaType(type)).toBe(true);
  });

  test.each([
    'json',
    'text/',
    'text/plain;charset',
    'text/plain;headers=@/tmp/secret.txt',
    'text/plain;filename=</etc/passwd',
    'text/plain;a=b c',
    'text/plain;a="b',
    'text/plain;a="b"c',
    'text/plain, text/csv',
    'text/plain\r\nX-Evil: 1',
    'text/plain;a="\r\n"',
    `text/${'a'.repeat(200)}`,
    7,
  ])('rejects %j', type => {
    expect(isMediaType(type)).toBe(false);
  });

  test('rejects a long text of spaces and semicolons at once', () => {
    expect(isMediaType(`a/b${';  '.repeat(65)}!`)).toBe(false);
  });
});

test.each([
  ['query', 'query'],
  ['Query', 'query'],
  [' HEADER ', 'header'],
  ['headers', 'header'],
  ['formData', 'body'],
  ['url', undefined],
  ['', undefined],
  [7, undefined],
  [undefined, undefined],
])('readLocation reads %j as %s', (value, location) => {
  expect(readLocation(value)).toBe(location);
});

test.each<[object, readonly string[]]>([
  [{}, []],
  [{ config: { in: 'query', name: 'appid' } }, ['appid']],
  [{ config: { header: 'X-Key: {key}' } }, ['X-Key']],
  [{ config: { credentials: [{ name: 'id' }, { query: 'key' }, 7] } }, ['id', 'key']],
  [{ config: { name: 'a', alternatives: [{ cookie: 'b' }, { credentials: [{ name: 'c' }] }] } }, ['a', 'b', 'c']],
])('listCredentialNames reads %j', (block, names) => {
  expect([...listCredentialNames(block)]).toEqual(names);
});
