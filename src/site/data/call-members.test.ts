import { expect, test } from 'vitest';
import { readCallMembers } from './call-members.ts';

test('formats recommended members in a line and keeps the others', () => {
  expect(readCallMembers({ in: 'query', example: 52.52, enum: ['a', 'b'], style: 'form' })).toEqual({
    hints: [
      ['In', 'query'],
      ['Example', '52.52'],
      ['One of', 'a, b'],
    ],
    further: { style: 'form' },
  });
});

test('keeps values that do not fit into a line', () => {
  const members = { example: { deep: true }, default: 'x'.repeat(300), enum: [null] };
  expect(readCallMembers(members)).toEqual({ hints: [], further: members });
});
