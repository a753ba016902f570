import { expect, test } from 'vitest';
import { summaryOf } from '#edge/catalog/catalog.ts';
import { createIndexEngine } from '#query/engines/index-engine.ts';
import { expectSame } from '#query/engines/random-queries.fixture.ts';
import { createReferenceEngine } from '#query/engines/reference-engine.ts';
import { generatedEntries } from '#query/entries.fixture.ts';
import { CatalogBuilder } from './catalog-builder.ts';

const entries = generatedEntries(150);

test('a snapshot after very many changes of few listings is that of the listings as they are', async () => {
  const builder = new CatalogBuilder();
  const current = entries.map((entry, at) => ({ ...entry, row: { ...entry.row, name: `Last name ${at}` } }));
  // More than what replaced entries may leave behind before it is dropped.
  for (let round = 0; round < 10; round++) for (const entry of entries) builder.put(entry);
  for (const entry of current) builder.put(entry);
  const { index, summary, newest } = builder.build();
  const [found, oracle] = [createIndexEngine(index), createReferenceEngine(current)];
  for (const search of ['limit=500', 'q=last+name', 'category=weather&sort=name', 'status=lapsed&order=asc'])
    await expectSame(found, oracle, new URLSearchParams(search));
  expect(summary).toEqual(summaryOf(current));
  expect([...newest].sort()).toEqual(current.map(({ row }) => row.id).sort());
});

test('a snapshot whose memory was transferred does not affect the next one', async () => {
  const builder = new CatalogBuilder();
  for (const entry of entries) builder.put(entry);
  const { rows } = builder.build().index;
  structuredClone(rows, { transfer: [...rows.blocks.map(({ buffer }) => buffer), rows.phrases.buffer] });
  const next = createIndexEngine(builder.build().index);
  await expectSame(next, createReferenceEngine(entries), new URLSearchParams('limit=500'));
});
