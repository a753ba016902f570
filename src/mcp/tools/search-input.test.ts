import { expect, test } from 'vitest';
import { PARAMETERS } from '#query/parameters.ts';
import { searchInput } from './search-input.ts';

test('every parameter of the API is an argument', () => {
  expect(Object.keys(searchInput.properties)).toEqual([...PARAMETERS]);
});
