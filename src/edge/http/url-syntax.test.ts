import { expect, test } from 'vitest';
import { Problem } from './problem.ts';
import { checkUrlSyntax, MAX_URL_LENGTH } from './url-syntax.ts';

const BASE = 'https://registry.example/listings';

test.each([
  ['?q=%zz', ['q']],
  ['?limit=1&q=a%00b&sort=%', ['q', 'sort']],
  ['?limit=1&q=%ff', ['q']],
  ['/%zz?q=rain', []],
  ['?%00', ['%00']],
])('rejects the malformed %s and names the position', (rest, parameters) => {
  const problem = refused(BASE + rest);
  expect(problem).toMatchObject({ type: 'malformed-address' });
  expect(problem.errors.map(({ parameter }) => parameter)).toEqual(parameters);
});

test.each(['', '?q=100%25', '?q=%E2%82%AC&limit=1', '/%5B::1%5D_4400', '?q=+'])('accepts %s', rest => {
  expect(() => checkUrlSyntax(BASE + rest)).not.toThrow();
});

test('accepts a URL of the maximum length, and none longer', () => {
  const longest = `${BASE}?q=`.padEnd(MAX_URL_LENGTH, 'a');
  expect(() => checkUrlSyntax(longest)).not.toThrow();
  expect(refused(`${longest}a`)).toMatchObject({ type: 'address-too-long' });
});

function refused(address: string): Problem {
  try {
    checkUrlSyntax(address);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('The address was taken.');
}
