import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generatedEntries } from './entries.fixture.ts';
import { hasListing } from './has-listing.ts';
import { buildIndex } from './index/build-index.ts';

const [entry] = generatedEntries(1);

test('finds the listings of an index and no others, whatever their ids are', async () => {
  if (!entry) throw new Error('There is no entry.');
  const ids = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(ids, ids, async (listed, others) => {
      const index = await buildIndex(listed.map(id => ({ ...entry, row: { ...entry.row, id } })));
      for (const id of listed) expect(hasListing(index, id), id).toBe(true);
      for (const id of others) expect(hasListing(index, id), id).toBe(listed.includes(id));
    }),
    { numRuns: 50 },
  );
});
