import { describe, expect, test } from 'vitest';
import { sampleRecord } from './listing.fixture.ts';
import { recordFindings, recordPath, recordText } from './listing-record.ts';

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

describe('the text of a record', () => {
  test('has a line for each member', () => {
    expect(recordText(RECORD)).toBe(`${JSON.stringify(RECORD, null, 2)}\n`);
  });

  /** Returns a record with many nested arrays, and the length of the white space that indentation adds to it. */
  function nestedRecord(count: number) {
    const nested = JSON.parse('['.repeat(50) + ']'.repeat(50));
    const large = { ...RECORD, manifest: { ...RECORD.manifest, extra: Array(count).fill(nested) } };
    return { large, added: JSON.stringify(large, null, 2).length - JSON.stringify(large).length };
  }

  test('has one line only if indentation would add more than 3 MiB', () => {
    const limit = 3 * 1024 * 1024;
    const perItem = nestedRecord(2).added - nestedRecord(1).added;
    const most = 1 + Math.floor((limit - nestedRecord(1).added) / perItem);
    const [fits, tooLong] = [nestedRecord(most), nestedRecord(most + 1)];
    expect(fits.added).toBeLessThanOrEqual(limit);
    expect(tooLong.added).toBeGreaterThan(limit);
    expect(recordText(fits.large)).toBe(`${JSON.stringify(fits.large, null, 2)}\n`);
    expect(recordText(tooLong.large)).toBe(`${JSON.stringify(tooLong.large)}\n`);
  });
});
