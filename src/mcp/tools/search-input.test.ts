import { expect, test } from 'vitest';
import { PARAMETERS } from '#query/parameters.ts';
import { searchInput } from './search-input.ts';

test('has an argument for each parameter of the API', () => {
  expect(Object.keys(searchInput.properties)).toEqual([...PARAMETERS]);
});
