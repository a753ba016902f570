import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMemberBytes } from './member-bytes.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the member `manifest` as text. */
function find(text: string): { readonly padded: string; readonly rest: string } | undefined {
  const found = findMemberBytes(encoder.encode(text), 'manifest');
  return found && { padded: decoder.decode(found.padded), rest: decoder.decode(found.rest) };
}

describe('findMemberBytes', () => {
  test('returns any JSON value, and the others unchanged', () => {
    const space = fc.constantFrom('', ' ', '\n\t');
    const start = fc.constantFrom('', '\ufeff');
    const json = fc.json({ stringUnit: 'grapheme' });
    fc.assert(
      fc.property(start, json, json, space, (start, value, other, space) => {
        const text = `${start}${space}{${space}"other"${space}:${other},"manifest":${space}${value}${space},"more":${other}}`;
        expect(find(text)).toEqual({
          padded: `${space}${value}${space}`,
          rest: `${start}${space}{${space}"other"${space}:${other},"manifest":${space}null${space},"more":${other}}`,
        });
      }),
    );
  });

  test.each([
    ['a duplicate key', '{"a":1,"a":2}'],
    ['a deep value', '['.repeat(5000) + ']'.repeat(5000)],
    ['brackets in a string', '{"a":"]}\\\\\\"{["}'],
  ])('returns %s', (_, value) => {
    expect(find(`{"manifest":${value}}`)?.padded).toBe(value);
  });

  // With time in proportion to the square of the length, each text takes half an hour.
  test.each([
    ['before the key', `{${' '.repeat(1_000_000)}"manifest":`, '0', '}'],
    ['before the value', '{"manifest":', `${'\n'.repeat(1_000_000)}0`, '}'],
    ['after the value', '{"manifest":', `{}${'\t'.repeat(1_000_000)}`, '}'],
  ])('passes over 1 MB of white space %s', (_, start, value, end) => {
    expect(find(start + value + end)?.padded === value).toBe(true);
  });

  test('returns bytes that are not UTF-8', () => {
    const bytes = Uint8Array.from([...encoder.encode('{"ü":1,"manifest":"'), 0xff, 0xe9, ...encoder.encode('"}')]);
    const found = findMemberBytes(bytes, 'manifest');
    expect([...(found?.padded ?? [])]).toEqual([0x22, 0xff, 0xe9, 0x22]);
    expect(decoder.decode(found?.rest)).toBe('{"ü":1,"manifest":null}');
  });

  test.each(['', '{}', '{"manifest"', '{"manifest":{}', '[{"manifest":1}]', '{"a":{"manifest":1}}', '{"manifest":01}'])(
    'returns undefined for %s',
    text => {
      expect(find(text)).toBeUndefined();
    },
  );
});
