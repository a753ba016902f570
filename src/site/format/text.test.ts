import { describe, expect, test } from 'vitest';
import { beginning, removeOverrides, toSingleLine } from './text.ts';

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

describe('withoutOverrides', () => {
  test('removes direction overrides from values and names at any depth', () => {
    const value = JSON.parse('{"a\u202e": ["b\u2066c", {"__proto__": "\u202dd"}], "e": 1}');
    expect(JSON.stringify(removeOverrides(value))).toBe('{"a":["bc",{"__proto__":"d"}],"e":1}');
  });

  test('removes control characters except tabs and line breaks, but no text that looks like an escape', () => {
    const value = { 'a\u0000': 'b\u0008\f\u001f\u007f\u0085c', d: 'e\t\r\nf', g: 'h\\u0001\\bi\\' };
    expect(removeOverrides(value)).toEqual({ a: 'bc', d: 'e\t\r\nf', g: 'h\\u0001\\bi\\' });
  });

  test('returns the same value if there is nothing to remove', () => {
    const value = { text: 'מזג\u200f אוויר' };
    expect(removeOverrides(value)).toBe(value);
  });
});
