import { expect, test } from 'vitest';
import { PARAMETERS } from '#query/parameters.ts';
import { FILTERS } from './filters.ts';

test('every parameter of the API is an option; the words are the operands', () => {
  const options = Object.keys(FILTERS).map(name => name.replaceAll('-', '_'));
  expect(options.sort()).toEqual(PARAMETERS.filter(name => name !== 'q').toSorted());
});
