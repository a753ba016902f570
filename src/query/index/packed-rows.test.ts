import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '#contract/row.ts';
import { generatedEntries } from '../entries.fixture.ts';
import { unpackRows } from './packed-rows.ts';
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

test('returns nothing for no rows', () => {
  expect(unpackRows(new RowPacker().build(new Uint32Array(0)), new Uint32Array(0))).toHaveLength(0);
});

/** Packs rows and compares their JSON, in reverse order, with that of the originals. */
function expectKept(all: readonly Row[]) {
  const packer = new RowPacker();
  for (const row of all) packer.add(row);
  const order = Uint32Array.from(all.keys());
  const packed = packer.build(order);
  const text = new TextDecoder().decode(unpackRows(packed, order.toReversed()));
  expect(text).toBe(
    all
      .map(row => JSON.stringify(row))
      .reverse()
      .join(),
  );
  return packed;
}
