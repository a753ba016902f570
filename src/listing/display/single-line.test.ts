import { describe, expect, test } from 'vitest';
import { beginning, toSingleLine } from './single-line.ts';

describe('toSingleLine', () => {
  test('joins lines and removes characters that reorder or hide text', () => {
    expect(toSingleLine(' a\n\tb\u202ec\u0000\u2066 ')).toBe('a bc');
  });

  test('keeps other scripts', () => {
    expect(toSingleLine('מזג אוויר 天気')).toBe('מזג אוויר 天気');
  });
});

describe('beginning', () => {
  test('keeps short text', () => {
    expect(beginning('Predicted tides', 15)).toBe('Predicted tides');
  });

  test('truncates after a word', () => {
    expect(beginning('Predicted tides of harbors', 20)).toBe('Predicted tides of…');
  });

  test('removes punctuation before the ellipsis', () => {
    expect(beginning('Tides, currents, and winds of harbors', 20)).toBe('Tides, currents…');
  });

  test('splits a word that is longer than half of the limit', () => {
    expect(beginning('a Donaudampfschifffahrt', 10)).toBe('a Donauda…');
  });

  test('never splits a code point', () => {
    expect(beginning('🌊'.repeat(30), 10)).toBe(`${'🌊'.repeat(9)}…`);
    expect(beginning('🌊'.repeat(10), 10)).toBe('🌊'.repeat(10));
  });

  test('adds an ellipsis after white space', () => {
    expect(beginning(`a${' '.repeat(500)}b`, 10)).toBe('a…');
  });
});
