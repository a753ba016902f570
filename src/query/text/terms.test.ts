import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '#contract/row.ts';
import type { Matches } from '../engine.ts';
import { createIndexEngine } from '../engines/index-engine.ts';
import { createReferenceEngine } from '../engines/reference-engine.ts';
import { generatedEntries } from '../entries.fixture.ts';
import { buildIndex } from '../index/build-index.ts';
import { DEFAULT_QUERY, type Query } from '../query.ts';
import { parseRowTexts } from '../row-text.ts';
import { nameWords, splitCompounds } from './terms.ts';

const entries = generatedEntries(12).map(({ row, changedAt }) => ({ row: { ...row, status: 'verified' }, changedAt }));
const somewhere = fc.record({
  tokens: fc.array(
    fc.constantFrom(
      'a',
      'the',
      'of',
      'Straße',
      'C++',
      'Ναός',
      '(x)',
      'OpenMap',
      '😀',
      'é',
      'e\u0301',
      '-',
      'sms',
      'EUR',
    ),
    { minLength: 1, maxLength: 12 },
  ),
  from: fc.nat(12),
  length: fc.integer({ min: 1, max: 6 }),
  inName: fc.boolean(),
});

test('finds each listing by any words of its text in each engine', async () => {
  await fc.assert(
    fc.asyncProperty(somewhere, async ({ tokens, from, length, inName }) => {
      const start = from % tokens.length;
      const text = tokens.join(' ');
      const q = tokens.slice(start, start + length).join(' ');
      const [first, ...others] = entries as { row: Row; changedAt: string }[];
      if (first === undefined) throw new Error('There are no entries.');
      const told = { ...first.row, ...(inName ? { name: text } : { description: text }) };
      const all = [{ row: told, changedAt: first.changedAt }, ...others];
      const query: Query = { ...DEFAULT_QUERY, q, sort: 'relevance' };
      for (const engine of [createReferenceEngine(all), createIndexEngine(await buildIndex(all))]) {
        expect(idsOf(await engine.search(query)), `${q} in ${text}`).toContain(first.row.id);
      }
    }),
    { numRuns: 300 },
  );
});

test('splits compounds of a name', () => {
  expect(splitCompounds('OpenStreetMap JSONFeed')).toEqual(['open', 'street', 'map', 'json', 'feed']);
});

test('returns the words of a name in their canonical spelling', () => {
  expect(nameWords('Colour Straße!')).toEqual(['color', 'strasse']);
});

function idsOf({ rows }: Matches): string[] {
  return parseRowTexts(rows).map(row => row.id);
}
