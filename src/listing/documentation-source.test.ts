import { describe, expect, test } from 'vitest';
import { type DocumentationSource, toBasis } from './documentation-source.ts';
import { sampleRecord } from './listing.fixture.ts';
import { recordFindings, recordPath } from './listing-record.ts';

const openapi = { repository: 'example/openapi', path: 'v1/openapi.yaml', commit: 'a'.repeat(40) };

describe('toBasis', () => {
  const source = { type: 'documentation', documentation_url: 'https://docs.example' } as const;

  test.each<[DocumentationSource, description: string]>([
    [
      { ...source, basis: 'openapi', openapi },
      'The facts come from the OpenAPI document v1/openapi.yaml in the GitHub repository example/openapi, at commit aaaaaaa.',
    ],
    [
      { ...source, basis: 'openapi', openapi: { repository: 'a/b', path: 'c.json' } },
      'The facts come from the OpenAPI document c.json in the GitHub repository a/b.',
    ],
    [
      { ...source, basis: 'documentation', documentation_read_on: '2026-11-22' },
      'The facts come from the documentation, read on 2026-11-22.',
    ],
    [{ ...source, basis: 'knowledge' }, 'The facts were written from general knowledge and compared with no source.'],
  ])('describes %o', (from, description) => {
    expect(toBasis(from)).toMatchObject({ type: from.basis, description });
  });

  test('never calls knowledge checked, verified, or read', () => {
    expect(toBasis({ ...source, basis: 'knowledge' })?.description).not.toMatch(/check|verif|read/i);
  });

  test('returns null without a basis', () => {
    expect(toBasis(source)).toBeNull();
  });

  test('has null for unknown members', () => {
    expect(toBasis({ ...source, basis: 'openapi', openapi: { repository: 'a/b', path: 'c.json' } })).toMatchObject({
      openapi: { repository: 'a/b', path: 'c.json', commit: null },
      documentation_read_on: null,
    });
  });
});

describe('the basis of a documentation record', () => {
  test.each([
    ['no basis', {}],
    ['an OpenAPI document', { basis: 'openapi', openapi }],
    ['an OpenAPI document at an unknown commit', { basis: 'openapi', openapi: { ...openapi, commit: undefined } }],
    ['documentation', { basis: 'documentation', documentation_read_on: '2026-11-22' }],
    ['knowledge', { basis: 'knowledge' }],
  ])('accepts %s', (_, members) => {
    expect(pointers(members)).toEqual([]);
  });

  test.each([
    ['an unknown basis', { basis: 'rumor' }, '/source/basis'],
    ['basis openapi without the document', { basis: 'openapi' }, '/source/openapi'],
    [
      'a repository without owner',
      { basis: 'openapi', openapi: { ...openapi, repository: 'openapi' } },
      '/source/openapi',
    ],
    [
      'a path that starts with a slash',
      { basis: 'openapi', openapi: { ...openapi, path: '/a.yaml' } },
      '/source/openapi',
    ],
    ['a short commit', { basis: 'openapi', openapi: { ...openapi, commit: 'abc1234' } }, '/source/openapi'],
    ['an OpenAPI document with another basis', { basis: 'knowledge', openapi }, '/source/openapi'],
    ['an OpenAPI document without a basis', { openapi }, '/source/openapi'],
    ['basis documentation without a day', { basis: 'documentation' }, '/source/documentation_read_on'],
    [
      'a day that does not exist',
      { basis: 'documentation', documentation_read_on: '2026-02-30' },
      '/source/documentation_read_on',
    ],
    [
      'a day with another basis',
      { basis: 'knowledge', documentation_read_on: '2026-11-22' },
      '/source/documentation_read_on',
    ],
  ])('rejects %s', (_, members, pointer) => {
    expect(pointers(members)).toEqual([pointer]);
  });

  test('does not replace the documentation URL', () => {
    expect(pointers({ basis: 'knowledge', documentation_url: 'example' })).toContain('/source/documentation_url');
  });
});

/** The pointers of all findings of a record whose documentation source has these members. */
function pointers(members: Readonly<Record<string, unknown>>): string[] {
  const record = sampleRecord('https://api.example.com');
  const source = { type: 'documentation', documentation_url: 'https://docs.example', ...members };
  return recordFindings(recordPath(record.id), { ...record, source }).map(({ pointer }) => pointer);
}
