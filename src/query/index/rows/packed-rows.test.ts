import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '#contract/row.ts';
import { generatedEntries } from '../../entries.fixture.ts';
import { parseRowTexts } from '../../row-text.ts';
import { createRowsReader, unpackRow } from './packed-rows.ts';
import { RowPacker } from './row-packer.ts';

const rows = generatedEntries(60).map(({ row }) => row);

test('returns any rows as JSON', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  const changes = fc.record({ id: text.filter(id => id !== ''), name: text, description: text, version: text });
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1, maxLength: 60 }), all => {
      expectKept(all.map((each, i) => ({ ...rows[i % rows.length], ...each }) as Row));
    }),
    { numRuns: 100 },
  );
});

test('takes less than half of the space of JSON', () => {
  const many = generatedEntries(1_000).map(({ row }) => ({ ...row, description: 'Tides.' }));
  const { blocks } = expectKept(many);
  const bytes = blocks.reduce((sum, block) => sum + block.length, 0);
  expect(bytes).toBeLessThan(JSON.stringify(many).length / 2);
});

test('returns the same object for a row until newer rows take its place', () => {
  const large = rows.map(row => ({ ...row, description: 'tide '.repeat(80_000) }));
  const packer = new RowPacker();
  for (const row of large) packer.add(row);
  const readRows = createRowsReader(packer.build(Uint32Array.from(large.keys())));
  const read = (...wanted: number[]) => readRows(Uint32Array.from(wanted));
  const [first] = read(0);
  const [third, again] = read(2, 0);
  expect(again).toBe(first);
  expect(read(0, 1, 2)[2]).toBe(third);
  for (let row = 1; row < large.length; row++) expect(parseRowTexts(read(row))[0]?.id).toBe(large[row]?.id);
  const [fresh] = read(0);
  expect(fresh).not.toBe(first);
  expect(fresh).toEqual(first);
});

/** Packs rows and compares their JSON, in reverse order, with that of the originals. */
function expectKept(all: readonly Row[]) {
  const packer = new RowPacker();
  for (const row of all) packer.add(row);
  const order = Uint32Array.from(all.keys());
  const packed = packer.build(order);
  const texts = Array.from(order.toReversed(), row => new TextDecoder().decode(unpackRow(packed, row)));
  expect(texts).toEqual(all.map(row => JSON.stringify(row)).reverse());
  return packed;
}
