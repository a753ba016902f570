import { expect, test } from 'vitest';
import { getShape } from './value-shape.ts';

test('short scalars of a list stand in one line, others below each other', () => {
  expect(getShape(['a', 1, null], 0)).toEqual({ kind: 'inline', items: ['a', '1', 'null'] });
  expect(getShape(['a', {}], 0)).toEqual({ kind: 'list', items: ['a', {}], left: 0 });
});

test('members come as pairs, among them a name that JavaScript treats in its own way', () => {
  expect(getShape(JSON.parse('{"__proto__": 1}'), 0)).toEqual({ kind: 'members', items: [['__proto__', 1]], left: 0 });
});

test('empty and deep values end in a word', () => {
  expect(getShape([], 0)).toEqual({ kind: 'literal', text: '[]' });
  expect(getShape({}, 9)).toEqual({ kind: 'literal', text: '{}' });
  expect(getShape({ a: 1 }, 9)).toEqual({ kind: 'literal', text: '…' });
});

test('long lists are cut, and say by how much', () => {
  const shape = getShape(Array(1000).fill('a'), 0);
  expect(shape.kind === 'list' && [shape.items.length, shape.left]).toEqual([50, 950]);
});
