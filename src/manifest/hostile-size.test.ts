import { expect, test } from 'vitest';
import { measureCpuMs } from './cpu-time.fixture.ts';
import { MAX_KEYS, parseJsonText } from './json-text.ts';
import { lintDocument } from './lint.ts';
import { MAX_MANIFEST_BYTES } from './text/manifest-text.ts';
import { validateManifest } from './validate.ts';

/** Milliseconds of one step. Without the limits, each text takes several times as long. */
const MAX_MS = 400;

/** Repeats an item up to the maximum size of a manifest. */
function fill(start: string, item: (index: number) => string, end: string): string {
  const items: string[] = [];
  let length = start.length + end.length;
  for (let index = 0; ; index += 1) {
    const text = item(index);
    length += text.length + 1;
    if (length > MAX_MANIFEST_BYTES) return start + items.join(',') + end;
    items.push(text);
  }
}

const DUPLICATE = ',{"a":0,"a":0}]';

test.each([
  ['different keys', fill('{', index => `"${index}k":0`, '}'), 'too-many-keys'],
  ['objects with different keys', fill('[', index => `{"${index}k":0}`, ']'), 'too-many-keys'],
  ['keys with escapes', fill('{', index => String.raw`"\u0061${index}":0`, '}'), 'too-many-keys'],
  ['objects with an escaped key', fill('[', () => String.raw`{"\n":0}`, ']'), 'too-many-keys'],
  ['pairs of duplicate keys', fill('{', index => `"k${index >> 1}":0`, '}'), 'too-many-keys'],
  ['duplicate keys', fill('{', () => '"a":0', '}'), 'duplicate-name'],
  ['objects before a duplicate key', fill('[', () => '{"a":0}', DUPLICATE), 'duplicate-name'],
  ['numbers before a duplicate key', fill('[', () => '0', DUPLICATE), 'duplicate-name'],
  ['lists before a duplicate key', fill('[', () => `${'['.repeat(60)}${']'.repeat(60)}`, DUPLICATE), 'duplicate-name'],
  [
    'duplicate keys at the end of a long line',
    `["${'x'.repeat(1_000_000)}",{${'"a":0,'.repeat(30)}"b":0}]`,
    'duplicate-name',
  ],
  // In an expression that matches a line in two ways, each further line doubles the time.
  ['empty lines before a word', `${'\n'.repeat(1_000_000)}!`, 'json'],
  ['lines of white space before a word', `${' \r\n'.repeat(300_000)}!`, 'json'],
  ['comments and empty lines before a word', `${'#\n \n'.repeat(250_000)}!`, 'json'],
  ['empty lines before a duplicate key', `[0${'\n'.repeat(1_000_000)}${DUPLICATE}`, 'duplicate-name'],
])('parses 1 MiB of %s in little time', (_, text, rule) => {
  const parsed = parseJsonText(text);
  expect(parsed.ok ? undefined : parsed.error[0]?.rule).toBe(rule);
  expect(measureCpuMs(() => void parseJsonText(text))).toBeLessThan(MAX_MS);
});

test('counts different keys exactly, also next to strings with colons', () => {
  const keys = Array.from({ length: MAX_KEYS }, (_, index) => `"k${index}":":${index}"`).join(',');
  const others = '"k0":[1,":",2,":",{"k1":"\\":"}]';
  expect(parseJsonText(`[{${keys}},{${others}}]`).ok).toBe(true);
  expect(parseJsonText(`[{${keys}},{"one more" : 0}]`)).toMatchObject({
    ok: false,
    error: [{ rule: 'too-many-keys', message: 'The document has more than 20,000 different keys.' }],
  });
  expect(parseJsonText(`[{${keys}},{"one more":0}]`, { maxKeys: MAX_KEYS + 1 }).ok).toBe(true);
});

const HEAD = { spec_version: 'apimanifest-0.3', name: 'Tides' };

test.each([
  ['empty endpoints', { ...HEAD, endpoints: Array.from({ length: 300_000 }, () => ({})) }],
  ['empty parameters', { ...HEAD, endpoints: [{ parameters: Array.from({ length: 300_000 }, () => ({})) }] }],
  ['members', { ...HEAD, ...Object.fromEntries(Array.from({ length: MAX_KEYS }, (_, index) => [`k${index}`, 0])) }],
])('validates and lints %s in little time', (_, document) => {
  expect(measureCpuMs(() => void validateManifest(document))).toBeLessThan(2 * MAX_MS);
  expect(measureCpuMs(() => void lintDocument(document))).toBeLessThan(2 * MAX_MS);
});

test('the lint takes time in proportion to the endpoints with missing members', () => {
  const endpoints = Array.from({ length: 1200 }, () => ({ path: '/a', method: 'GET' }));
  expect(lintDocument({ ...HEAD, endpoints })).not.toEqual([]);
  expect(measureCpuMs(() => void lintDocument({ ...HEAD, endpoints }))).toBeLessThan(2 * MAX_MS);
});
