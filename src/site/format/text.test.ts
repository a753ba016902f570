import { describe, expect, test } from 'vitest';
import { beginning, singleLine, withoutOverrides } from './text.ts';

describe('singleLine', () => {
  test('joins lines and leaves out what could reorder or hide text', () => {
    expect(singleLine(' a\n\tb\u202ec\u0000\u2066 ')).toBe('a bc');
  });

  test('keeps other scripts', () => {
    expect(singleLine('מזג אוויר 天気')).toBe('מזג אוויר 天気');
  });
});

describe('beginning', () => {
  test('leaves short text whole', () => {
    expect(beginning('Predicted tides', 15)).toBe('Predicted tides');
  });

  test('cuts after a word', () => {
    expect(beginning('Predicted tides of harbours', 20)).toBe('Predicted tides of…');
  });

  test('leaves no punctuation before the mark', () => {
    expect(beginning('Tides, currents, and winds of harbours', 20)).toBe('Tides, currents…');
  });

  test('cuts a word that is longer than half of the room', () => {
    expect(beginning('a Donaudampfschifffahrt', 10)).toBe('a Donauda…');
  });

  test('never cuts a code point in two', () => {
    expect(beginning('🌊'.repeat(30), 10)).toBe(`${'🌊'.repeat(9)}…`);
    expect(beginning('🌊'.repeat(10), 10)).toBe('🌊'.repeat(10));
  });

  test('says that more follows when only white space was seen', () => {
    expect(beginning(`a${' '.repeat(500)}b`, 10)).toBe('a…');
  });
});

describe('withoutOverrides', () => {
  test('leaves out what turns text around, in names, too, and however deep', () => {
    const value = JSON.parse('{"a\u202e": ["b\u2066c", {"__proto__": "\u202dd"}], "e": 1}');
    expect(JSON.stringify(withoutOverrides(value))).toBe('{"a":["bc",{"__proto__":"d"}],"e":1}');
  });

  test('leaves out control characters, but for tabs and line ends, and no text that looks like their escapes', () => {
    const value = { 'a\u0000': 'b\u0008\f\u001f\u007f\u0085c', d: 'e\t\r\nf', g: 'h\\u0001\\bi\\' };
    expect(withoutOverrides(value)).toEqual({ a: 'bc', d: 'e\t\r\nf', g: 'h\\u0001\\bi\\' });
  });

  test('is the value itself where there is nothing to leave out', () => {
    const value = { text: 'מזג\u200f אוויר' };
    expect(withoutOverrides(value)).toBe(value);
  });
});
