import { expect, test } from 'vitest';
import { getShape } from './value-shape.ts';

test('places short scalars of a list on one line and other items on separate lines', () => {
  expect(getShape(['a', 1, null], 0)).toEqual({ kind: 'inline', items: ['a', '1', 'null'] });
  expect(getShape(['a', {}], 0)).toEqual({ kind: 'list', items: ['a', {}], left: 0 });
});

test('returns members as pairs, including __proto__', () => {
  expect(getShape(JSON.parse('{"__proto__": 1}'), 0)).toEqual({ kind: 'members', items: [['__proto__', 1]], left: 0 });
});

test('summarizes empty and deep values', () => {
  expect(getShape([], 0)).toEqual({ kind: 'literal', text: '[]' });
  expect(getShape({}, 9)).toEqual({ kind: 'literal', text: '{}' });
  expect(getShape({ a: 1 }, 9)).toEqual({ kind: 'literal', text: '…' });
});

test('truncates long lists and reports the number of omitted items', () => {
  const shape = getShape(Array(1000).fill('a'), 0);
  expect(shape.kind === 'list' && [shape.items.length, shape.left]).toEqual([50, 950]);
});
