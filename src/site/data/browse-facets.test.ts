import { expect, test } from 'vitest';
import { parseFacets } from '#query/facets.ts';
import { PARAMETERS } from '#query/parameters.ts';
import { browseFacets } from './browse-facets.ts';

/** Parameters that are fields of their own, because they do not choose among values. */
const FIELDS = ['q', 'updated_since', 'sort', 'order', 'limit', 'offset'];

test('every parameter of the API is offered, with every value that is counted', () => {
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

test('only what the API takes as a list can be chosen in numbers', () => {
  const several = browseFacets([]).filter(({ choice }) => choice === 'several');
  expect(several.map(({ parameter }) => parameter).sort()).toEqual(['badges', 'status']);
});
