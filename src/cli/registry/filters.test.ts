import { expect, test } from 'vitest';
import { PARAMETERS } from '#query/parameters.ts';
import { FILTERS } from './filters.ts';

test('maps each parameter of the API to an option, and q to the operands', () => {
  const options = Object.keys(FILTERS).map(name => name.replaceAll('-', '_'));
  expect(options.sort()).toEqual(PARAMETERS.filter(name => name !== 'q').toSorted());
});

test('describes options, not query parameters', () => {
  const help = Object.entries(FILTERS).map(([name, option]) => `${name}: ${option.help}`);
  expect(help.filter(each => /\bq\b|_since|does not filter/.test(each))).toEqual([]);
  expect(FILTERS['free-tier']?.help).toBe('only APIs that cost nothing, or have a free tier');
});
