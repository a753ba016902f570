import { expect, test } from 'vitest';
import { getPageNumbers, getPagePath, getPages, pageRoutes } from './paging.ts';

test('puts each item on exactly one page', () => {
  const pages = getPages([1, 2, 3, 4, 5], 2);
  expect(pages.map(({ number, last, offset, items }) => [number, last, offset, items])).toEqual([
    [1, 3, 0, [1, 2]],
    [2, 3, 2, [3, 4]],
    [3, 3, 4, [5]],
  ]);
});

test('gives an empty list one page without a number in its URL', () => {
  expect(pageRoutes([])).toEqual([
    { params: { page: undefined }, props: { page: { number: 1, last: 1, offset: 0, items: [] } } },
  ]);
  expect([getPagePath('/apis/', 1), getPagePath('/apis/', 2)]).toEqual(['/apis/', '/apis/2/']);
});

test('links to the first, last, and adjacent pages with gaps between them', () => {
  expect(getPageNumbers(1, 1)).toEqual([1]);
  expect(getPageNumbers(1, 9)).toEqual([1, 2, 0, 9]);
  expect(getPageNumbers(5, 9)).toEqual([1, 0, 4, 5, 6, 0, 9]);
  expect(getPageNumbers(3, 4)).toEqual([1, 2, 3, 4]);
});
