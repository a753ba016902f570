import { expect, test } from 'vitest';
import { PARAMETERS } from '#query/parameters.ts';
import { FILTERS } from './filters.ts';

test('maps each parameter of the API to an option, and q to the operands', () => {
  const options = Object.keys(FILTERS).map(name => name.replaceAll('-', '_'));
  expect(options.sort()).toEqual(PARAMETERS.filter(name => name !== 'q').toSorted());
});
