import { expect, test } from 'vitest';
import { parseFacets } from '#query/facets.ts';
import { PARAMETERS } from '#query/parameters.ts';
import { browseFacets } from './browse-facets.ts';

/** Parameters with their own fields, because they have no fixed values. */
const FIELDS = ['q', 'updated_since', 'sort', 'order', 'limit', 'offset'];

test('offers each parameter of the API with each counted value', () => {
  const offered = browseFacets(['EUR']);
  expect([...offered.map(({ parameter }) => parameter), ...FIELDS].sort()).toEqual([...PARAMETERS].sort());
  for (const { parameter, value } of parseFacets(['EUR'])) {
    const options = offered.find(each => each.parameter === parameter)?.options ?? [];
    expect(
      options.map(option => option.value),
      parameter,
    ).toContain(value);
  }
});

test('allows several values only for list parameters of the API', () => {
  const several = browseFacets([]).filter(({ choice }) => choice === 'several');
  expect(several.map(({ parameter }) => parameter).sort()).toEqual([
    'authentication',
    'badges',
    'category',
    'price',
    'source',
    'status',
  ]);
});
