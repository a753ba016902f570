import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endpointPage, endpointPages } from './endpoint-pages.ts';

const endpoint = (path: string, description = '') => ({ method: 'GET', path, description });

test('a few endpoints have one page, and so have none', () => {
  const few = ['/a', '/b', '/c'].map(path => endpoint(path));
  expect(endpointPages(few)).toEqual([few]);
  expect(endpointPages([])).toEqual([[]]);
});

test('a page holds no more than can be read, nor than weighs little', () => {
  expect(endpointPages(Array.from({ length: 120 }, () => endpoint('/a'))).map(page => page.length)).toEqual([
    50, 50, 20,
  ]);
  const long = endpoint('/a', 'x'.repeat(9000));
  expect(endpointPages([long, long, long, endpoint('/b', 'x'.repeat(90_000)), long]).map(page => page.length)).toEqual([
    2, 1, 1, 1,
  ]);
});

test('no endpoint is lost, and their order stays', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ path: fc.string(), description: fc.string({ maxLength: 3000 }) })), endpoints => {
      expect(endpointPages(endpoints).flat()).toEqual(endpoints);
    }),
  );
});

test('the first page is the listing itself', () => {
  expect([1, 2].map(number => endpointPage('a.example_8443', number))).toEqual([
    '/apis/a.example_8443/',
    '/apis/a.example_8443/endpoints/2/',
  ]);
});
