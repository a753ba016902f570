import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { values } from '#manifest/taxonomy.ts';
import { COLLECTIONS } from '#query/collections.ts';
import letters from './letters.json' with { type: 'json' };
import { preview } from './preview.ts';
import { getPreview, PREVIEW_SIZE, PREVIEWS } from './previews.ts';
import { Typeface } from './typeface.ts';

const { width, height } = PREVIEW_SIZE;
const rowBytes = 1 + width / 2;

/** Returns the pixel rows of an image, each with its filter byte. */
function rowsOf(png: Uint8Array<ArrayBuffer>): Uint8Array {
  const bytes = Buffer.from(png);
  const at = bytes.indexOf('IDAT');
  return inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
}

const isMarked = (row: Uint8Array) => row.some(each => each !== 0);

describe('an image', () => {
  const png = preview('Weather APIs', 'Forecasts and observations.');

  test('has the PNG format and the declared size', () => {
    const bytes = Buffer.from(png);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height]);
    expect(rowsOf(png)).toHaveLength(height * rowBytes);
  });

  test('contains its text with a margin', () => {
    const rows = Array.from({ length: height }, (_, y) => rowsOf(png).subarray(y * rowBytes, (y + 1) * rowBytes));
    expect(rows.slice(0, 140).some(isMarked)).toBe(false);
    expect(rows.slice(150, 230).filter(isMarked).length).toBeGreaterThan(50);
    expect(rows.some(row => isMarked(row.subarray(0, 40)) || isMarked(row.subarray(-44)))).toBe(false);
  });

  test('depends only on its text', () => {
    expect(preview('Weather APIs', 'Forecasts and observations.')).toEqual(png);
    expect(preview('Legal APIs', 'Forecasts and observations.')).not.toEqual(png);
  });
});

test.each([...PREVIEWS])('fits the title of %s and has a glyph for each character', (_, { title, sentence }) => {
  // Two lines, with space for the end of the first one.
  expect(new Typeface(letters.heading).widthOf(title)).toBeLessThan(1.7 * (width - 180));
  expect(new Typeface(letters.text).widthOf(sentence)).toBeLessThan(3 * (width - 180));
  expect(title + sentence).toMatch(/^[ -~]+$/);
});

test('has an image for each category, for each collection, and the registry image as the default', () => {
  for (const category of values('categories')) expect(getPreview(category).path).toBe(`/previews/${category}.png`);
  for (const { id, title } of COLLECTIONS) expect(getPreview(`collection-${id}`).alternative).toContain(`${title}. `);
  expect(getPreview()).toMatchObject({ path: '/previews/registry.png' });
});
