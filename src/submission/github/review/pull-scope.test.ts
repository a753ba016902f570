import { expect, test } from 'vitest';
import { type PullFile, pullScope } from './pull-scope.ts';

const RECORD: PullFile = { filename: 'registry/listings/ex/api.example.com.json', status: 'added' };
const README: PullFile = { filename: 'README.md', status: 'modified' };

test('reviews one added or changed record automatically', () => {
  for (const status of ['added', 'modified', 'copied', 'changed']) {
    expect(pullScope([{ ...RECORD, status }], 1)).toMatchObject({
      kind: 'one-record',
      origin: { id: 'api.example.com' },
    });
  }
  const port = { ...RECORD, filename: 'registry/listings/ex/api.example.com_8443.json' };
  expect(pullScope([port], 1)).toMatchObject({ origin: { url: 'https://api.example.com:8443' } });
});

test.each<[string, PullFile[], number?]>([
  ['another file', [RECORD, README]],
  ['a second record', [RECORD, { ...RECORD, filename: 'registry/listings/ex/b.example.com.json' }]],
  ['more files than shown', [RECORD], 101],
  ['records that may be among the files that are not shown', [README], 101],
  ['a removed record', [{ ...RECORD, status: 'removed' }]],
  ['a renamed record', [{ ...RECORD, status: 'renamed' }]],
  [
    'a record that moves to another folder',
    [{ filename: 'old/api.example.com.json', previous_filename: RECORD.filename, status: 'renamed' }],
  ],
])('requires a maintainer for %s', (_, files, count = files.length) => {
  expect(pullScope(files, count)).toMatchObject({ kind: 'person' });
});

test.each([
  'registry/listings/zz/api.example.com.json',
  'registry/listings/ex/API.example.com.json',
  'registry/listings/ex/api.example.com_443.json',
  'registry/listings/ex/deep/api.example.com.json',
  'registry/listings/api.example.com.json',
  'registry/listings/ex/api.example.com.txt',
  'registry/listings/ex/.json',
])('reports %s as a misplaced record', filename => {
  expect(pullScope([{ ...RECORD, filename }], 1)).toEqual({ kind: 'misplaced', path: filename });
});

test('ignores a pull request without a record', () => {
  expect(pullScope([README], 1)).toEqual({ kind: 'no-submission' });
  expect(pullScope([], 0)).toEqual({ kind: 'no-submission' });
});
