import { expect, test } from 'vitest';
import { listPageLinks, withOffset } from './page-links.ts';

test.each([
  ['no page without results', { total: 0, limit: 25, offset: 0 }, []],
  ['no page for results that fit into one', { total: 25, limit: 25, offset: 0 }, []],
  ['only the next page from the first one', { total: 26, limit: 25, offset: 0 }, ['Page 1 of 2', 'Next 25']],
  ['both neighbors', { total: 75, limit: 25, offset: 25 }, ['Previous 0', 'Page 2 of 3', 'Next 50']],
  ['the first page from an offset inside it', { total: 30, limit: 25, offset: 10 }, ['Previous 0', 'Page 1 of 2']],
  ['page 1 after the only one', { total: 5, limit: 25, offset: 25 }, ['Page 2 does not exist.', 'Page 1 0']],
  ['the last page after it', { total: 75, limit: 25, offset: 100 }, ['Page 5 does not exist.', 'Last page: 3 50']],
])('links to %s', (_, page, expected) => {
  expect(listPageLinks(page).map(({ text, offset }) => (offset === undefined ? text : `${text} ${offset}`))).toEqual(
    expected,
  );
});

test('keeps the query of other pages, and omits the offset of the first one', () => {
  const search = new URLSearchParams('q=tides&offset=25');
  expect(String(withOffset(search, 50))).toBe('q=tides&offset=50');
  expect(String(withOffset(search, 0))).toBe('q=tides');
});
