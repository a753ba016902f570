import { decode, encode } from '@jridgewell/sourcemap-codec';
import { expect, test } from 'vitest';
import { reduceMappings } from './reduce-source-maps.ts';

test('keeps the first mapping of each line of a source, and the code without one', () => {
  const mappings = encode([
    [[0, 0, 4, 0], [5, 0, 4, 8, 1], [9, 0, 5, 2], [12, 1, 5, 0], [15], [18], [20, 1, 5, 6]],
    [[3, 1, 5, 0]],
  ]);
  expect(decode(reduceMappings(mappings))).toEqual([
    [[0, 0, 4, 0], [9, 0, 5, 2], [12, 1, 5, 0], [15], [20, 1, 5, 6]],
    [[3, 1, 5, 0]],
  ]);
});
