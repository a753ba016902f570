import { expect, test } from 'vitest';
import { sampleRecord } from './listing.fixture.ts';
import { recordFindings, recordPath } from './listing-record.ts';

const RECORD = sampleRecord('https://api.example.com');
const PATH = recordPath(RECORD.id);

test('accepts a record at the path of its id', () => {
  expect(recordFindings(PATH, RECORD)).toEqual([]);
});

test.each<[string, string, object, string]>([
  ['the id of another origin', 'ot/other.example.json', { id: 'other.example' }, '/id'],
  ['the id of another port', 'ex/api.example.com_8443.json', { id: 'api.example.com_8443' }, '/id'],
  ['the path of another listing', 'ex/other.example.com.json', {}, '/id'],
  ['the path of another folder', 'ap/api.example.com.json', {}, '/id'],
  ['a URL with a path', PATH, { url: 'https://api.example.com/v1' }, '/url'],
  ['a URL in another notation', PATH, { url: 'https://API.example.com' }, '/url'],
  ['a URL with the default port', PATH, { url: 'https://api.example.com:443' }, '/url'],
])('rejects %s', (_, path, changes, pointer) => {
  expect(recordFindings(path, { ...RECORD, ...changes }).map(finding => finding.pointer)).toContain(pointer);
});
