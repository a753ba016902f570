import { expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { listingIndex } from './listing-index.ts';

const DAY = Date.parse('2026-11-21T12:00:00Z');

function record(address: string, name: string, created_at = '2026-11-21T00:00:00Z') {
  return sampleRecord(address, { name }, { created_at });
}

test('finds other listings with a similar name, oldest first', () => {
  const index = listingIndex([
    record('https://b.example.com', 'Tide Tables', '2026-02-01T00:00:00Z'),
    record('https://a.example.com', 'TIDE-TABLES', '2026-03-01T00:00:00Z'),
    record('https://c.example.com', 'Weather', '2026-01-01T00:00:00Z'),
  ]);
  expect(index.similar('new.example.com', 'tidetables')).toEqual(['b.example.com', 'a.example.com']);
  expect(index.similar('a.example.com', 'tidetables')).toEqual(['b.example.com']);
});

test('removes former names and deleted listings', () => {
  const index = listingIndex([record('https://a.example.com', 'Tides')]);
  index.put(record('https://a.example.com', 'Weather'));
  expect(index.similar('x.example.com', 'Tides')).toEqual([]);
  expect(index.similar('x.example.com', 'weather')).toEqual(['a.example.com']);
  index.remove('a.example.com');
  expect(index.similar('x.example.com', 'weather')).toEqual([]);
  expect(index.has('a.example.com')).toBe(false);
});

test('counts the new listings of a registrable domain on a UTC day', () => {
  const index = listingIndex([
    record('https://a.example.com', 'One'),
    record('https://b.example.com:8443', 'Two', '2026-11-21T23:59:59Z'),
    record('https://c.example.com', 'Three', '2026-11-20T23:59:59Z'),
    record('https://a.github.io', 'Four'),
    record('https://b.github.io', 'Five'),
  ]);
  expect(index.listedOn(DAY, origin('new.example.com'))).toBe(2);
  expect(index.listedOn(DAY, origin('a.github.io'))).toBe(1);
  expect(index.listedOn(DAY, origin('elsewhere.example'))).toBe(0);
});

function origin(host: string) {
  return { id: host, url: `https://${host}` };
}
