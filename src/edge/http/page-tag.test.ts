import { expect, test } from 'vitest';
import { digest } from '#build/catalog/digest.ts';
import { toRowTexts } from '#query/row-text.ts';
import { tagOfPage } from './page-tag.ts';

const page = (frame: string, ...texts: string[]) => ({ frame, rows: toRowTexts(texts) });

test('depends on every row, on their order, and on the text around them', async () => {
  const pages = [
    page('{}', 'a', 'b'),
    page('{}', 'b', 'a'),
    page('{}', 'ab'),
    page('{}', 'a'),
    page('{}'),
    page('{} ', 'a', 'b'),
  ];
  const tags = await Promise.all(pages.map(each => tagOfPage(each, digest)));
  expect(new Set(tags).size).toBe(pages.length);
  for (const tag of tags) expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
});

test('creates the same tag with Web Crypto, for new and for known rows', async () => {
  const expected = tagOfPage(page('{}', 'a', 'b'), digest);
  expect(typeof expected).toBe('string');
  const rows = page('{}', 'a', 'b');
  for (let n = 0; n < 2; n++) expect(await tagOfPage(rows)).toBe(expected);
  const mixed = { frame: '{}', rows: [...rows.rows.slice(0, 1), ...toRowTexts(['b'])] };
  expect(await tagOfPage(mixed)).toBe(expected);
});

test('hashes each row once', () => {
  const hashed: string[] = [];
  const count = (body: string | Uint8Array<ArrayBuffer>) => {
    hashed.push(typeof body === 'string' ? 'frame' : new TextDecoder().decode(body));
    return digest(body);
  };
  const { rows } = page('', 'a', 'b');
  tagOfPage({ frame: '1', rows }, count);
  tagOfPage({ frame: '2', rows }, count);
  expect(hashed).toEqual(['a', 'b', 'frame', 'frame']);
});
