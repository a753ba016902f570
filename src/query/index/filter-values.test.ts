import { expect, test } from 'vitest';
import { generatedEntries } from '../entries.fixture.ts';
import { FILTER_NAMES, listFilterValues } from '../filters.ts';
import { getFilterValues, packFilterValues, unpackFilterValues } from './filter-values.ts';

/** All values of the format. */
const every = FILTER_NAMES.flatMap(name => listFilterValues(name)?.map(value => `${name}=${value}`) ?? []);

test('unpacks packed values to the same values', () => {
  const rows = generatedEntries(200).map(({ row }) => [...getFilterValues(row)]);
  expect(rows.some(values => values.includes('payment_currency=x-credits'))).toBe(true);
  for (const values of [[], every, ['payment_currency=EUR', 'payment_currency=x-é'], ...rows]) {
    const packed = packFilterValues(values);
    expect(new Set(unpackFilterValues(packed))).toEqual(new Set(values));
  }
});

test('packs each value of the format into one ASCII character', () => {
  const packed = packFilterValues(every);
  expect(packed).toHaveLength(every.length);
  expect(packed).toMatch(/^[!-~]+$/);
});

test('rejects a code that no value has', () => {
  const next = String.fromCharCode(packFilterValues(every.slice(-1)).charCodeAt(0) + 1);
  for (const packed of [next, `!${next}`, '\n']) expect(() => unpackFilterValues(packed)).toThrow(RangeError);
});
