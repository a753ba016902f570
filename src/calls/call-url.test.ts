import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildCallUrl, findUrlError } from './call-url.ts';
import { type LocatedParameter, locateParameters } from './parameter-locations.ts';

const ORIGIN = 'https://api.example.com';

function placed(
  path: string,
  parameters: readonly string[],
  values: Record<string, unknown>,
): readonly LocatedParameter[] {
  const declared = parameters.map(name => ({ name, type: 'string', required: true, description: name }));
  const texts = { description: 'Returns tides.', response_description: 'A list of tides.' };
  return locateParameters({ path, method: 'GET', parameters: declared, ...texts }, values);
}

describe('callAddress', () => {
  test.each([
    ['/v1/x', [], {}, '/v1/x'],
    ['/v1/{id}', ['id'], { id: 'a b/c' }, '/v1/a%20b%2Fc'],
    ['/v1/{id}', ['id'], {}, '/v1/{id}'],
    ['/v1/:id/parts/:part', ['id', 'part'], { id: 1 }, '/v1/1/parts/{part}'],
    ['/v1/<id>', ['id'], { id: 'x' }, '/v1/x'],
    ['/v1/[id]', ['id'], { id: 'x' }, '/v1/x'],
    ['/v1/{id}', [], {}, '/v1/{id}'],
    ['/v1/things:list', [], {}, '/v1/things:list'],
    ['/v1/x', ['q'], { q: 'ü&=?#' }, '/v1/x?q=%C3%BC%26%3D%3F%23'],
    ['/v1/x', ['q', 'n'], { n: 2 }, '/v1/x?q={q}&n=2'],
    ['/v1/x?format=json', ['format', 'q'], { q: 'a' }, '/v1/x?format=json&q=a'],
    ['/v1/x?id={id}', ['id'], { id: 7 }, '/v1/x?id=7'],
    ['/v1/x#top', ['q'], { q: 'a' }, '/v1/x?q=a'],
    ['/v1/a b\n"c"', [], {}, '/v1/a%20b%0A%22c%22'],
  ])('builds, for %s with %j and %j, the path %s', (path, parameters, values, expected) => {
    expect(buildCallUrl(ORIGIN, path, placed(path, parameters, values))).toBe(ORIGIN + expected);
  });

  test('stays on the origin and on one line of ASCII for any manifest and values', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('id', '__proto__', 'x y', 'ä', '\ud800'));
    const segment = fc.oneof(
      fc.string(),
      fc.constantFrom('..', '{id}', ':id', '<id>', '//evil.example', '\\', '@evil.example', '?', '%'),
    );
    const path = fc.array(segment).map(parts => `/${parts.join('/')}`);
    const values = fc.dictionary(name, fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean()));
    fc.assert(
      fc.property(path, fc.array(name), values, (path, names, values) => {
        const address = buildCallUrl(ORIGIN, path, placed(path, names, values));
        expect(address.startsWith(`${ORIGIN}/`)).toBe(true);
        expect(address).toMatch(/^[\x21-\x7e]+$/);
        expect(new URL(address).origin).toBe(ORIGIN);
      }),
    );
  });
});

test.each([
  ['path', '..', /cannot be empty/],
  ['path', '', /cannot be empty/],
  ['path', 'a/..', undefined],
  ['query', ['a', 'b'], /a string, number, or boolean/],
  ['query', '..', undefined],
  ['body', { a: 1 }, undefined],
] as const)('checks a value in the %s, %j: %s', (place, value, expected) => {
  const error = findUrlError({ name: 'x', type: 'string', required: true, description: 'X.', place, value });
  if (expected === undefined) expect(error).toBeUndefined();
  else expect(error).toMatch(expected);
});
