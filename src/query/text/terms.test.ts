import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Row } from '#contract/row.ts';
import type { Matches } from '../engine.ts';
import { createIndexEngine } from '../engines/index-engine.ts';
import { createReferenceEngine } from '../engines/reference-engine.ts';
import { generatedEntries } from '../entries.fixture.ts';
import { buildIndex } from '../index/build-index.ts';
import { DEFAULT_QUERY, type Query } from '../query.ts';
import { normalizeText, words } from './normalize-text.ts';
import { descriptionTerms, extractTerms, nameTerms } from './terms.ts';

const entries = generatedEntries(12).map(({ row, changedAt }) => ({ row: { ...row, status: 'verified' }, changedAt }));
const somewhere = fc.record({
  text: fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    fc
      .array(fc.constantFrom('a', 'the', 'of', 'Straße', 'C++', 'Ναός', '(x)', 'OpenMap', '😀', 'é', 'e\u0301', '-'), {
        minLength: 1,
        maxLength: 12,
      })
      .map(words => words.join(' ')),
  ),
  from: fc.nat(40),
  length: fc.integer({ min: 1, max: 20 }),
  inName: fc.boolean(),
});

test('finds each listing by any part of its text in each engine', async () => {
  await fc.assert(
    fc.asyncProperty(somewhere, async ({ text, from, length, inName }) => {
      const points = [...text];
      const start = from % points.length;
      const q = points.slice(start, start + length).join('');
      fc.pre(q.trim() !== '');
      const [first, ...others] = entries as { row: Row; changedAt: string }[];
      if (first === undefined) throw new Error('There are no entries.');
      const told = { ...first.row, ...(inName ? { name: text } : { description: text }) };
      const all = [{ row: told, changedAt: first.changedAt }, ...others];
      const query: Query = { ...DEFAULT_QUERY, q, sort: 'relevance' };
      for (const engine of [createReferenceEngine(all), createIndexEngine(await buildIndex(all))]) {
        expect(idsOf(await engine.search(query)), `${q} in ${text}`).toContain(first.row.id);
      }
    }),
    { numRuns: 400 },
  );
});

test('returns the same terms for ASCII text as the Unicode code path', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom('a', 'B', '7', ' ', '\t', '\v', '-', '_', '\u212a', '\u0130', 'é', '\u00a0'),
      maxLength: 30,
    }),
  );
  fc.assert(
    fc.property(text, description => {
      const folded = normalizeText(description);
      const signs = folded.match(/[^\p{L}\p{N}\s]/gu) ?? [];
      expect(descriptionTerms(description)).toEqual([...new Set([...words(folded), ...signs])]);
    }),
    { numRuns: 2000 },
  );
});

describe('terms', () => {
  test.each([
    ['Rain, rain!', ['rain'], 'end'],
    ['rain', ['rain'], 'anywhere'],
    ['(rain) radar', ['rain', 'radar'], 'nowhere'],
    ['++ -', ['+', '-'], 'nowhere'],
  ] as const)('split "%s" into words or symbols', (q, texts, within) => {
    const terms = extractTerms(q);
    expect(terms.map(({ text }) => text)).toEqual(texts);
    expect(terms[0]?.within).toBe(within);
  });

  test('mark a stop word as a prefix only at the end of the text', () => {
    expect(extractTerms('a map of a').map(({ text, beginning }) => [text, beginning])).toEqual([
      ['a', false],
      ['map', true],
      ['of', true],
    ]);
  });

  test('include the parts of a name', () => {
    expect(nameTerms('OpenStreetMap JSONFeed')).toEqual([
      'openstreetmap',
      'jsonfeed',
      'open',
      'street',
      'map',
      'json',
      'feed',
    ]);
  });

  test('include each word and symbol of a description once', () => {
    expect(descriptionTerms('C++ and c++')).toEqual(['c', 'and', '+']);
  });
});

function idsOf({ rows }: Matches): string[] {
  return JSON.parse(`[${new TextDecoder().decode(rows)}]`).map((row: Row) => row.id);
}
