import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '#contract/row.ts';
import { generatedEntries } from '../../entries.fixture.ts';
import { parseRowTexts } from '../../row-text.ts';
import { createRowsReader, type PackedRows, unpackRow } from './packed-rows.ts';
import { findCommonParts, RowPacker } from './row-packer.ts';

const rows = generatedEntries(60).map(({ row }) => row);

test('returns any rows as JSON', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  const changes = fc.record({ id: text.filter(id => id !== ''), name: text, description: text, version: text });
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1, maxLength: 60 }), all => {
      const changed = all.map((each, i) => ({ ...rows[i % rows.length], ...each }) as Row);
      expectKept(changed);
      expectKept(changed, new RowPacker(findCommonParts(changed.slice(1))));
    }),
    { numRuns: 100 },
  );
});

test('keeps a byte order mark at the start of a phrase', () => {
  const named = (mark: string) => rows.slice(0, 5).map(row => ({ ...row, name: `${row.id}${mark} and all its tides` }));
  const [marked, others] = [named('\ufeff'), named('')];
  expectKept([...marked, ...others], new RowPacker(findCommonParts([...marked, ...others.slice(0, 2)])));
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

test('copies packed rows as if they were packed again, also over the ends of blocks', () => {
  const large = rows.slice(0, 10).map(row => ({ ...row, description: 'tide '.repeat(200_000) }));
  const changed = large.with(1, rows[1] as Row);
  const common = findCommonParts(large.slice(0, 2));
  const [before, after, copied] = [new RowPacker(common), new RowPacker(common), new RowPacker(common)];
  for (const row of large) before.add(row);
  for (const row of changed) after.add(row);
  const order = Uint32Array.from(large.keys());
  const packed = before.build(order);
  copied.copy(packed, 0, 1);
  copied.add(changed[1] as Row);
  copied.copy(packed, 2, large.length);
  expect(packed.blocks.length).toBeGreaterThan(1);
  const checksums = ({ blocks, starts }: PackedRows) => [...blocks.map(block => hash('sha256', block)), ...starts];
  expect(checksums(copied.build(order))).toEqual(checksums(after.build(order)));
});

/** Packs rows and compares their JSON, in reverse order, with that of the originals. */
function expectKept(all: readonly Row[], packer = new RowPacker()) {
  for (const row of all) packer.add(row);
  const order = Uint32Array.from(all.keys());
  const packed = packer.build(order);
  const texts = Array.from(order.toReversed(), row => Buffer.from(unpackRow(packed, row)).toString());
  expect(texts).toEqual(all.map(row => JSON.stringify(row)).reverse());
  return packed;
}
