import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endpointPage, endpointPages } from './endpoint-pages.ts';

const endpoint = (path: string, description = '') => ({ method: 'GET', path, description });

test('puts a few endpoints on one page, the listing itself', () => {
  const few = ['/a', '/b', '/c'].map(path => endpoint(path));
  expect(endpointPages(few)).toEqual([few]);
  expect(endpointPages([])).toEqual([[]]);
});

test('limits a page by the number and the size of its endpoints', () => {
  expect(endpointPages(Array.from({ length: 120 }, () => endpoint('/a'))).map(page => page.length)).toEqual([
    50, 50, 20,
  ]);
  const long = endpoint('/a', 'x'.repeat(9000));
  expect(endpointPages([long, long, long, endpoint('/b', 'x'.repeat(90_000)), long]).map(page => page.length)).toEqual([
    2, 1, 1, 1,
  ]);
});

test('keeps all endpoints in order', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ path: fc.string(), description: fc.string({ maxLength: 3000 }) })), endpoints => {
      expect(endpointPages(endpoints).flat()).toEqual(endpoints);
    }),
  );
});

test('uses the listing page as the first page', () => {
  expect([1, 2].map(number => endpointPage('a.example_8443', number))).toEqual([
    '/apis/a.example_8443/',
    '/apis/a.example_8443/endpoints/2/',
  ]);
});
