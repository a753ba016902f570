import { describe, expect, test } from 'vitest';
import { sampleListing } from '#listing/listing.fixture.ts';
import { toRow } from '#listing/row.ts';
import { COLLECTIONS, findCollection, parseCollectionQuery, selectCollectionRows } from './collections.ts';

const BASES = { registry: 'https://registry.example', site: 'https://site.example' };
const TEXTS = { title: 'A', description: 'One sentence.' };

const rows = ['a', 'b', 'c'].map((name, day) => ({
  ...toRow(sampleListing(`https://${name}.example`, { name }), BASES),
  created_at: `2026-11-0${day + 1}T00:00:00Z`,
  auth_required: name === 'b',
}));

const idsOf = (collection: Parameters<typeof selectCollectionRows>[0], of = rows) =>
  selectCollectionRows(collection, of).map(({ id }) => id);

test('has each collection under its id', () => {
  for (const collection of COLLECTIONS) expect(findCollection(collection.id)).toBe(collection);
  expect(findCollection('none')).toBeUndefined();
});

describe('selectCollectionRows', () => {
  test('returns ids in the order of the collection and skips unknown ones', () => {
    expect(idsOf({ id: 'x', ...TEXTS, listings: ['c.example', 'other.example', 'a.example'] })).toEqual([
      'c.example',
      'a.example',
    ]);
  });

  test('returns the matches of a query, newest first', () => {
    expect(idsOf({ id: 'x', ...TEXTS, query: 'auth_required=false' })).toEqual(['c.example', 'a.example']);
    expect(idsOf({ id: 'x', ...TEXTS, query: 'auth_required=true' })).toEqual(['b.example']);
  });

  test('selects rows with one of several categories, and with all of several badges', () => {
    const values = [
      { categories: ['weather'], badges: ['auth-verified'] },
      { categories: ['finance', 'weather'], badges: ['auth-verified', 'payment-ready'] },
      { categories: ['finance'], badges: ['payment-ready'] },
    ] as const;
    const tagged = rows.map((row, at) => ({ ...row, ...values[at] }));
    const select = (query: string) => idsOf({ id: 'x', ...TEXTS, query }, tagged);
    expect(select('category=weather,legal')).toEqual(['b.example', 'a.example']);
    expect(select('category=weather,finance')).toEqual(['c.example', 'b.example', 'a.example']);
    expect(select('badges=auth-verified,payment-ready')).toEqual(['b.example']);
    expect(select('badges=payment-ready')).toEqual(['c.example', 'b.example']);
    expect(select('category=weather,finance&badges=auth-verified')).toEqual(['b.example', 'a.example']);
  });

  test('omits lapsed and withdrawn listings', () => {
    const lapsed = rows.map(row => ({ ...row, status: row.id === 'a.example' ? ('lapsed' as const) : row.status }));
    expect(idsOf({ id: 'x', ...TEXTS, listings: ['a.example', 'b.example'] }, lapsed)).toEqual(['b.example']);
    expect(idsOf({ id: 'x', ...TEXTS, query: 'auth_required=false' }, lapsed)).toEqual(['c.example']);
  });
});

test.each(['nothing=1', 'category=', 'badges=,'])('rejects the invalid query "%s"', query => {
  expect(() => parseCollectionQuery({ id: 'x', ...TEXTS, query })).toThrow('"x" has an invalid query');
});
