import { expect, test } from 'vitest';
import { fitValue } from './fit-value.ts';

test.each([
  ['a', 'string', 'a'],
  [1, 'string', '1'],
  [{}, 'string', undefined],
  ['12', 'integer', 12],
  ['-1.5', 'number', -1.5],
  ['many', 'integer', undefined],
  ['true', 'boolean', true],
  ['yes', 'boolean', undefined],
  ['{"a":1}', 'object', { a: 1 }],
  ['a', 'object', undefined],
  ['a', 'array of string', ['a']],
  ['a,b', 'array of string', ['a', 'b']],
  ['Yes, of course', 'array of string', ['Yes, of course']],
  ['["a"]', 'array of string', ['a']],
  ['1,2', 'array of integer', [1, 2]],
  [3, 'array of integer', [3]],
  ['a', 'array of integer', undefined],
  [{ a: 1 }, 'array of object', [{ a: 1 }]],
  [null, 'any', undefined],
  ['a', 'string or integer', 'a'],
])('fits %j to the type %s as %j', (value, type, expected) => {
  expect(fitValue(value, type)).toEqual(expected);
});
