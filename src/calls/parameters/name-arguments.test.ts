import { expect, test } from 'vitest';
import { nameArguments } from './name-arguments.ts';

test('adds the location to names that several parameters have', () => {
  const parameters = [
    { name: 'id', in: 'path' },
    { name: '__proto__', in: 'query' },
    { name: 'id', in: 'body' },
  ] as const;
  expect(nameArguments(parameters)).toEqual(['path.id', '__proto__', 'body.id']);
});
