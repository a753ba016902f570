import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureCpuMs } from './cpu-time.fixture.ts';
import { findPositions, parseJsonText } from './json-text.ts';
import { pointerOf, valueAt } from './pointer.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const findingsIn = (input: string | Uint8Array) => {
  const read = parseJsonText(input);
  return read.ok ? [] : read.error;
};
const valueIn = (input: string | Uint8Array) => {
  const read = parseJsonText(input);
  return read.ok ? read.value : expect.fail(JSON.stringify(read.error));
};
const findPosition = (text: string, pointer: string) => findPositions(text, [pointer]).get(pointer);

describe('a valid text', () => {
  test('parses as with JSON.parse, from text and from bytes', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2, '\t'), (json, space) => {
        const text = JSON.stringify(JSON.parse(json), null, space);
        expect(valueIn(text)).toEqual(JSON.parse(text));
        expect(valueIn(bytes(text))).toEqual(JSON.parse(text.toWellFormed()));
      }),
      { seed: 8259 },
    );
  });

  test.each([
    '{":":":"}',
    '{"a":":b","c":": d"}',
    String.raw`{"a":"\":","b\"":"\\","\\":1}`,
    '{"a" \n\t\r : 1}',
    '[":",":"]',
    '":"',
  ])('parses with colons and quotes in strings: %s', text => expect(valueIn(text)).toEqual(JSON.parse(text)));

  test('keeps unpaired surrogates, which serialization writes back', () => {
    const text = String.raw`{"a":"\ud800","b":"\udc00\ud83d"}`;
    expect(JSON.stringify(valueIn(text))).toBe(text);
  });

  test.each([
    [String.raw`{"p":{"a":1,"\\":1},"q":{"a":2,"\u0062":3}}`, ['a', 'b']],
    [String.raw`{"p":{"a":1,"\\u0":1},"q":{"a":2,"\u0062cd":3}}`, ['a', 'bcd']],
    [String.raw`{"p":{"a":1,"x\\":1},"q":{"a":2,"x\/" : 3}}`, ['a', 'x/']],
    [String.raw`{"p":{"\\":1},"q":{"\u005f_proto__":{},"2":"\"","1":[{"\"":[]}]}}`, ['1', '2', '__proto__']],
  ])('keeps escaped keys that JSON.parse may misread: %s', (text, keys) => {
    for (const value of [valueIn(text), valueIn(bytes(text))])
      expect(Object.keys((value as { q: object }).q)).toEqual(keys);
  });

  test('parses escapes in 1 MiB in linear time', () => {
    const length = 1024 * 1024;
    const texts = [
      `["${String.raw`\"`.repeat(length / 2)}"]`,
      `["${String.raw`\\`.repeat(length / 2)}"]`,
      `[${String.raw`"\n",`.repeat(length / 5)}0]`,
      `{${Array.from({ length: length / 16 }, (_, index) => String.raw`"\n${index}":[]`).join(',')}}`,
    ];
    const parse = (text: string) => expect(parseJsonText(text, { maxKeys: Number.POSITIVE_INFINITY }).ok).toBe(true);
    for (const text of texts) expect(measureCpuMs(() => parse(text))).toBeLessThan(2000);
  });

  test('keeps names of the prototype as own members', () => {
    const value = valueIn('{"__proto__":{"x":1},"constructor":2}') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('parses with a byte-order mark and gets a warning', () => {
    for (const input of ['\ufeff{"a":1}', bytes('\ufeff{"a":1}')])
      expect(parseJsonText(input)).toMatchObject({
        value: { a: 1 },
        warnings: [{ pointer: '', rule: 'byte-order-mark' }],
      });
    expect(parseJsonText('{"a":1}')).toEqual({ ok: true, value: { a: 1 }, warnings: [] });
    expect(findingsIn('\ufeff\ufeff{}')).toHaveLength(1);
  });
});

describe('a duplicate key in an object', () => {
  test.each([
    ['{"a":1,"a":1}', '/a', 1, 8],
    [String.raw`{"a":1,"\u0061":2}`, '/a', 1, 8],
    [String.raw`{"p":{"a":1,"\\":1},"q":{"a":1,"\u0061":2}}`, '/q/a', 1, 32],
    ['{"x":[{"y":1},{"y":1,\n  "z":{},"y":2}]}', '/x/1/y', 2, 10],
    ['{"__proto__":1,"__proto__":2}', '/__proto__', 1, 16],
    ['{"":1,"":2}', '/', 1, 7],
    ['{"a/~":1,"a/~":2}', '/a~1~0', 1, 10],
    ['\ufeff{"é":1,"é":2}', '/é', 1, 8],
    ['{"1":1,"b":":","1":2}', '/1', 1, 16],
  ])('causes an error at the second occurrence in %j', (text, pointer, line, column) => {
    const [first, ...others] = findingsIn(text);
    expect(first).toMatchObject({ pointer, rule: 'duplicate-name', position: { line, column } });
    expect(first?.message).toMatch(`Line ${line}, column ${column}: Duplicate key "`);
    expect(others).toEqual([]);
  });

  test('causes an error at any position', () => {
    const name = fc.constantFrom(
      'a',
      'b',
      ':',
      '"',
      '\\',
      '\\"',
      'a:',
      '": ',
      '__proto__',
      'toString',
      '0',
      '\u00e9',
      ' ',
    );
    const leaf = fc.oneof(name, fc.integer(), fc.constantFrom(null, true, ':a', '":', '\\":'));
    const { value } = fc.letrec<{ value: Written }>(tie => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf.map(scalar => ({ text: JSON.stringify(scalar), repeats: false })),
        fc.array(tie('value'), { maxLength: 4 }).map(items => ({
          text: `[${items.map(({ text }) => text).join(',')}]`,
          repeats: items.some(({ repeats }) => repeats),
        })),
        fc.array(fc.tuple(name, fc.constantFrom(':', ' : ', '\n:\t'), tie('value')), { maxLength: 4 }).map(members => ({
          text: `{${members.map(([key, colon, { text }]) => JSON.stringify(key) + colon + text).join(',')}}`,
          repeats:
            members.some(([, , { repeats }]) => repeats) || new Set(members.map(([key]) => key)).size < members.length,
        })),
      ),
    }));
    interface Written {
      readonly text: string;
      readonly repeats: boolean;
    }
    fc.assert(
      fc.property(value, ({ text, repeats }) => {
        const findings = findingsIn(text);
        expect(findings.length > 0).toBe(repeats);
        expect(findings.every(({ rule }) => rule === 'duplicate-name')).toBe(true);
      }),
      { numRuns: 2000, seed: 4 },
    );
  });

  test('causes at most 20 errors', () => {
    expect(findingsIn(`{${Array(1000).fill('"a":1').join(',')}}`)).toHaveLength(20);
  });
});

describe('nesting', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  test('succeeds with 64 levels and fails with 65', () => {
    expect(findingsIn(nested(64))).toEqual([]);
    expect(findingsIn(nested(65))).toMatchObject([
      { pointer: '/0'.repeat(64), rule: 'depth', position: { line: 1, column: 65 } },
    ]);
    expect(findingsIn(`${'{"a":'.repeat(64)}{}${'}'.repeat(64)}`)).toMatchObject([
      { pointer: '/a'.repeat(64), rule: 'depth' },
    ]);
  });

  test('has a configurable limit', () => {
    expect(parseJsonText('[[1]]', { maxDepth: 2 })).toHaveProperty('value');
    expect(parseJsonText('[[1]]', { maxDepth: 1 })).toHaveProperty('error');
  });

  test.each([nested(2_000_000), '['.repeat(2_000_000), '{"a":'.repeat(500_000), `${'[{"a":'.repeat(300_000)}1`])(
    'never overflows the stack',
    text => {
      expect(findingsIn(text)).toMatchObject([{ rule: 'depth' }]);
      expect(findPosition(text, '/none')).toBeUndefined();
    },
  );
});

test('rejects a number that becomes infinity, because serialization would lose it', () => {
  expect(findingsIn('{"a":[1e308,-1e309]}')).toMatchObject([
    { pointer: '/a/1', rule: 'number-range', position: { line: 1, column: 13 } },
  ]);
  expect(findingsIn(`[${'9'.repeat(400)}]`)).toMatchObject([{ pointer: '/0', rule: 'number-range' }]);
  expect(findingsIn(`[0.${'0'.repeat(500)}1, ${'9'.repeat(300)}]`)).toEqual([]);
});

describe('invalid UTF-8', () => {
  test.each([
    [[0x7b, 0x22, 0xe9, 0x22, 0x7d], 1, 3],
    [[0x22, 0x0a, 0xc3, 0xa9, 0x80], 2, 2],
    [[0x22, 0xed, 0xa0, 0x80, 0x22], 1, 2],
    [[0x22, 0xc0, 0xaf, 0x22], 1, 2],
    [[0x22, 0xf0, 0x9f], 1, 2],
  ])('causes an error with its position: %j', (input, line, column) => {
    expect(findingsIn(Uint8Array.from(input))).toMatchObject([
      { pointer: '', rule: 'utf-8', position: { line, column } },
    ]);
  });

  test.each([
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00], 'The document appears to be UTF-16. Save it as UTF-8.'],
    ['gzip', [0x1f, 0x8b, 0x08, 0x00], /^The document appears to be compressed\./],
  ])('gets a hint for %s', (_, bytes, hint) => {
    expect(findingsIn(Uint8Array.from(bytes))[0]?.hint).toMatch(hint);
  });
});

describe('invalid JSON', () => {
  test.each([
    ['', 1, 1, /may be empty/],
    ['{\n  "a": 1,\n}', 3, 1, /Remove the comma/],
    ['[1,]', 1, 4, /Remove the comma/],
    ['[1,,2]', 1, 4, /Remove the comma/],
    ['{"a":1', 1, 7, /truncated/],
    ['{"a":', 1, 6, /truncated/],
    ['{"a', 1, 2, /Close it with a double quote/],
    ["{'a':1}", 1, 2, /straight double quotes/],
    ['{“a”:1}', 1, 2, /straight double quotes/],
    ['{a:1}', 1, 2, /key in double quotes/],
    ['{"a" 1}', 1, 6, /Put a colon/],
    ['{"a"=1}', 1, 5, /Put a colon/],
    ['{"a":1 "b":2}', 1, 8, /Put a comma/],
    ['[1}', 1, 3, /innermost bracket/],
    ['{"a":yes}', 1, 6, /text in double quotes/],
    ['{"a":True}', 1, 6, /lowercase/],
    ['{"a":undefined}', 1, 6, /Write null/],
    ['[NaN]', 1, 2, /Write null/],
    ['[01]', 1, 2, /decimal number/],
    ['[+1]', 1, 2, /decimal number/],
    ['[.5]', 1, 2, /decimal number/],
    ['[1.]', 1, 2, /decimal number/],
    ['[0x1F]', 1, 2, /decimal number/],
    ['// manifest\n{}', 1, 1, /does not allow comments/],
    ['{"a":1} // end', 1, 9, /does not allow comments/],
    ['<!doctype html>', 1, 1, /HTML or XML/],
    ['{}\r\n{}', 2, 1, /after the JSON value/],
    ['["\u{1f41f}", "a\tb"]', 1, 9, /\\n and a tab as \\t/],
    ['["\\x"]', 1, 3, /Write a backslash as/],
    ['["\\u12g4"]', 1, 3, /four hexadecimal digits/],
    ['\u00a0{}', 1, 1, /invisible character/],
    ['{\u2003"a":1}', 1, 2, /invisible character/],
    ['\ufeff\ufeff{}', 1, 1, /invisible character/],
    ['{"a":1}}', 1, 8, /Remove the bracket/],
    ['{"a":1},', 1, 8, /after the JSON value/],
    ['{"a":}', 1, 6, /Write a string, number/],
    ['{"a"}', 1, 5, /Put a colon/],
    ['{"a","b"}', 1, 5, /Put a colon/],
    ['[}', 1, 2, /innermost bracket/],
    ['{"a":,"b":1}', 1, 6, /Remove the comma/],
  ])('gets an error with line, column, and a hint: %j', (text, line, column, hint) => {
    const findings = findingsIn(text);
    expect(findings).toMatchObject([
      { pointer: '', rule: 'json', position: { line, column }, hint: expect.stringMatching(hint) },
    ]);
    expect(findings[0]?.message).toMatch(`Line ${line}, column ${column}: `);
  });

  test('gets an error exactly if JSON.parse throws', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      '.',
      'e',
      '0',
      'true',
      'null',
      ' ',
      '\n',
      'é',
      '\u0000',
    );
    const near = fc
      .tuple(fc.json({ maxDepth: 2 }), fc.nat(40), piece)
      .map(([json, at, extra]) => json.slice(0, at) + extra + json.slice(at));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 10 }).map(pieces => pieces.join('')),
          near,
        ),
        text => {
          let valid = true;
          try {
            JSON.parse(text);
          } catch {
            valid = false;
          }
          expect(findingsIn(text).some(({ rule }) => rule === 'json')).toBe(!valid);
        },
      ),
      { numRuns: 3000, seed: 1 },
    );
  });

  test('gets an error even with long strings', () => {
    const long = `{"a":"${String.raw`\"`.repeat(1_000_000)}"x`;
    expect(findingsIn(long)).toMatchObject([{ rule: 'json', position: { line: 1, column: 2_000_008 } }]);
  });
});

describe('the position of a value', () => {
  const text = '\ufeff{\r\n  "a": [1, {"b/c": "x"}],\r"é\u{1f41f}": true,\n\t"a2": {}}';

  test.each([
    ['', 1, 1],
    ['/a', 2, 8],
    ['/a/0', 2, 9],
    ['/a/1/b~1c', 2, 20],
    ['/é\u{1f41f}', 3, 7],
    ['/a2', 4, 8],
  ])('matches %j', (pointer, line, column) => expect(findPosition(text, pointer)).toEqual({ line, column }));

  test('does not exist for an unknown pointer', () => {
    for (const pointer of ['/b', '/a/2', '/a/1/b', '/a/01']) expect(findPosition(text, pointer)).toBeUndefined();
    expect([...findPositions(text, ['/b', '/a']).keys()]).toEqual(['/a']);
  });

  test('points to that value', () => {
    const parts = (value: unknown): (string | number)[][] =>
      typeof value === 'object' && value !== null
        ? [[], ...Object.entries(value).flatMap(([name, item]) => parts(item).map(rest => [name, ...rest]))]
        : [[]];
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), value => {
        const json = JSON.stringify(value, null, 1);
        const lines = json.split('\n');
        for (const pointer of parts(value).map(pointerOf)) {
          const { line, column } = findPosition(json, pointer) ?? expect.fail(pointer);
          const rest = [...(lines[line - 1] ?? '')].slice(column - 1).join('');
          const [begin = ''] = JSON.stringify(valueAt(JSON.parse(json), pointer), null, 1).split('\n');
          expect(rest.startsWith(begin)).toBe(true);
        }
      }),
      { numRuns: 300, seed: 6901 },
    );
  });
});
