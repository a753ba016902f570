import { expect, test } from 'vitest';
import { generatedEntries } from '../entries.fixture.ts';
import { FILTER_NAMES, listFilterValues } from '../filters.ts';
import { getFilterValues, packFilterValues, unpackFilterValues } from './filter-values.ts';

test('unpacks packed values to the same values', () => {
  const rows = generatedEntries(200).map(({ row }) => [...getFilterValues(row)]);
  expect(rows.some(values => values.includes('payment_currency=x-credits'))).toBe(true);
  const every = FILTER_NAMES.flatMap(name => listFilterValues(name)?.map(value => `${name}=${value}`) ?? []);
  for (const values of [[], every, ['payment_currency=EUR', 'payment_currency=x-é'], ...rows]) {
    const packed = packFilterValues(values);
    expect(new Set(unpackFilterValues(packed))).toEqual(new Set(values));
  }
});

test('packs a value of the format into one ASCII character', () => {
  expect(packFilterValues(['status=verified', 'category=weather'])).toMatch(/^[!-~]{2}$/);
});
