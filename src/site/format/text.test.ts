import { describe, expect, test } from 'vitest';
import { removeOverrides } from './text.ts';

describe('removeOverrides', () => {
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
