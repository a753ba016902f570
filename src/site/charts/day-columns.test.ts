import { describe, expect, test } from 'vitest';
import { columnsPath, linePath, scaleEnd } from './day-columns.ts';

test('places columns at their days with the height of their shares', () => {
  expect(columnsPath([{ from: 0, to: 1 }, undefined, { from: 0.5, to: 0.75 }, { from: 0.2, to: 0.2 }], 20)).toBe(
    'M0 20V0h3V20zM8 10V5h3V10z',
  );
});

describe('a line', () => {
  test('connects the values', () => {
    expect(linePath([100, 50], 100, 60)).toBe('M0 0h3L5.5 30');
  });

  test('has a gap for a missing value and a dash for a single one', () => {
    expect(linePath([null, 100, null, 0], 100, 60)).toBe('M4 0h3M12 60h3');
  });
});

test.each([
  [0, 1],
  [1, 1],
  [149, 200],
  [201, 500],
  [501, 1000],
  [0.3, 0.5],
])('ends the scale for %d at %d', (value, end) => {
  expect(scaleEnd(value)).toBeCloseTo(end, 10);
});
