import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generatedEntries } from '../entries.fixture.ts';
import type { Entry } from '../entry.ts';
import { WORD_VECTORS } from '../registry.fixture.ts';
import { writeWordVectors } from '../text/meaning/word-vectors.ts';
import { createTextAnalyzer } from './analyze-text.ts';
import { buildIndex } from './build-index.ts';
import { indexFiles } from './index-files.ts';
import { findCommonParts, isSameCommonParts } from './rows/row-packer.ts';
import { getSortValues } from './sort-orders.ts';
import { updateIndex } from './update-index.ts';

const before = generatedEntries(80, 3).sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
/** Other entries with the same ids. */
const others = generatedEntries(80, 4).map((entry, at) => withRow(entry, { id: before[at]?.row.id ?? '' }));
const sample = before.slice(0, 40).map(({ row }) => row);
const commonParts = findCommonParts(sample);

function withRow(entry: Entry, row: Partial<Entry['row']>): Entry {
  return { ...entry, row: { ...entry.row, ...row } };
}

async function build(entries: readonly Entry[], wordVectors?: Uint8Array<ArrayBuffer>) {
  return buildIndex(entries, { commonParts, ...(wordVectors && { wordVectors }) });
}

/** Updates an index, by default that of `before`, with the entries that differ. */
async function update(after: readonly Entry[], wordVectors?: Uint8Array<ArrayBuffer>, last = before) {
  const { analyze } = createTextAnalyzer(wordVectors);
  const changed = [...after.entries()].filter(([at, entry]) => entry !== last[at]);
  return updateIndex(await build(last, wordVectors), {
    // The order of changes does not matter.
    changes: new Map(changed.reverse().map(([at, entry]) => [at, { entry, analyzed: analyze(entry) }])),
    sortedBy: at => getSortValues((after[at] as Entry).row),
    commonParts,
  });
}

test('returns the same bytes as a new index after any changes', async () => {
  const text = fc.constantFrom(
    '',
    'Tides',
    'zzz Ærø',
    'An unheard-of word: qwertzuiop',
    'tide tide tide',
    '木 and trees',
  );
  const change = fc.record({
    at: fc.nat(before.length - 1),
    isOther: fc.boolean(),
    name: fc.option(text.filter(name => name !== '')),
    description: fc.option(text),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async changes => {
      const after = [...before];
      for (const { at, isOther, name, description } of changes) {
        const entry = ((isOther ? others : before)[at] ?? before[at]) as Entry;
        after[at] = withRow(entry, { ...(name !== null && { name }), ...(description !== null && { description }) });
      }
      expect(await indexFiles(await update(after))).toEqual(await indexFiles(await build(after)));
    }),
    { numRuns: 20, seed: 20_261_123 },
  );
});

test('updates the meaning of listings', async () => {
  const after = before.with(5, withRow(before[5] as Entry, { description: 'Weather forecasts and satellite images.' }));
  const updated = await update(after, WORD_VECTORS);
  expect(updated.meaning?.directions).not.toEqual((await build(before, WORD_VECTORS)).meaning?.directions);
  expect(await indexFiles(updated)).toEqual(await indexFiles(await build(after, WORD_VECTORS)));
});

test.each([
  ['no listings', [], []],
  ['one listing', before.slice(0, 1), others.slice(0, 1)],
])('updates an index of %s', async (_, last, after) => {
  const vectors = writeWordVectors(2, new Map([['tide', [1, 0]]]));
  const updated = await update(after, vectors, last);
  expect(await indexFiles(updated)).toEqual(await indexFiles(await build(after, vectors)));
});

test('rows can be copied only between indexes with the same common parts', () => {
  expect(isSameCommonParts(findCommonParts(sample), commonParts)).toBe(true);
  expect(isSameCommonParts(findCommonParts(sample.slice(1)), commonParts)).toBe(false);
});
