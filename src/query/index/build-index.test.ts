import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIndexEngine } from '../engines/index-engine.ts';
import { expectSame, randomSearch, randomSearchQuery } from '../engines/random-queries.fixture.ts';
import { createReferenceEngine } from '../engines/reference-engine.ts';
import { generatedEntries, seeded } from '../entries.fixture.ts';
import type { Entry } from '../entry.ts';
import { WORD_VECTORS } from '../registry.fixture.ts';
import type { AnalyzedText } from './analyze-text.ts';
import { buildIndex, IndexBuilder } from './build-index.ts';

const before = generatedEntries(200, 3);
/** Other listings with the same ids, and some with new ones. */
const after = generatedEntries(220, 4);

test('an index after changes finds what the reference engine finds in the changed entries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(after.length - 1), { maxLength: 30 }), fc.nat(), async (changes, seed) => {
      const builder = new IndexBuilder();
      const current = new Map<string, Entry>();
      const put = (entry: Entry) => {
        builder.put(entry);
        current.set(entry.row.id, entry);
      };
      for (const entry of before) put(entry);
      builder.build();
      for (const at of changes) put(after[at] as Entry);
      const [changed, oracle] = [createIndexEngine(builder.build()), createReferenceEngine(current.values())];
      const random = seeded(seed);
      for (let i = 0; i < 10; i++) {
        const search = randomSearch(random);
        if (i % 2 === 0) search.set('q', randomSearchQuery([...current.values()], random));
        await expectSame(changed, oracle, search);
      }
    }),
    { numRuns: 40 },
  );
});

test('an earlier index stays as it is when entries are replaced and added', async () => {
  const builder = new IndexBuilder();
  for (const entry of before) builder.put(entry);
  const earlier = builder.build();
  const copy = structuredClone(earlier);
  for (const entry of after) builder.put(entry);
  builder.build();
  expect(earlier).toEqual(copy);
  expect(builder.replaced).toBe(before.length);
});

test('rejects entries with the same id', async () => {
  await expect(buildIndex([...before, ...before])).rejects.toThrow('Duplicate listing id');
});

test('rejects a cached direction with another number of dimensions', async () => {
  const analyze = (_: Entry, compute: () => AnalyzedText) => ({ ...compute(), direction: new Int8Array(3) });
  await expect(buildIndex(before, { analyze, wordVectors: WORD_VECTORS })).rejects.toThrow('has 3 dimensions');
});
