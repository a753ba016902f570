import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { schema02, schema03 } from './compiled/schemas.js';
import { findProblems } from './explain/problem.ts';
import { servedSchemas, validationResult } from './fixtures/validation-result.ts';
import { specVersions } from './validate.ts';

type Json = { readonly [name: string]: unknown };

/** The keywords that the explanation supports, and those that do not constrain a value. */
const known = [
  ...['$ref', 'type', 'const', 'enum', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'items'],
  ...['required', 'properties', 'allOf', 'anyOf', 'not', 'if', 'then'],
  ...['$schema', '$id', '$defs', '$comment', 'title', 'description', 'examples', 'default'],
];

/** Yields each schema within a schema with its path, starting with the schema itself. */
function* within(schema: Json, place = ''): Generator<readonly [string, Json]> {
  yield [place, schema];
  for (const [keyword, value] of Object.entries(schema)) {
    const maps = keyword === 'properties' || keyword === '$defs';
    const one = ['items', 'not', 'if', 'then'].includes(keyword);
    const inner =
      maps || ['allOf', 'anyOf'].includes(keyword) ? Object.entries(value as Json) : one ? [['', value] as const] : [];
    for (const [name, child] of inner) yield* within(child as Json, `${place}/${keyword}/${name}`);
  }
}

describe.each(specVersions)('the schema of %s', version => {
  const schema = servedSchemas[version];
  const all = [...within(schema as Json)];

  test('declares its dialect and its absolute URL', () => {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `https://api-registry.example/schemas/${version.replace('apimanifest-', 'v')}/manifest.json`,
    });
  });

  test('uses only keywords that the explanation supports', () => {
    for (const [place, each] of all)
      for (const keyword of Object.keys(each)) expect(known, `${place} ${keyword}`).toContain(keyword);
  });

  test('uses only patterns that all regular expression dialects interpret alike', () => {
    const patterns = all.flatMap(([place, { pattern }]) =>
      typeof pattern === 'string' ? [[place, pattern] as const] : [],
    );
    expect(patterns.length).toBeGreaterThan(5);
    for (const [place, pattern] of patterns) {
      expect(pattern, `${place}: lookaround, named or non-capturing groups`).not.toContain('(?');
      expect(pattern, `${place}: classes, anchors, references, code point escapes`).not.toMatch(/\\[A-Za-z0-9]/);
      expect(pattern, `${place}: class operations`).not.toMatch(/&&|--|~~|\[\[/);
      expect(pattern.replace(/\[[^\]]*\]/g, '[]'), `${place}: possessive quantifiers`).not.toMatch(/[*+?}]\+/);
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
    }
  });

  test('rejects line ends explicitly if a pattern ends in "$", which matches before one in some dialects', () => {
    for (const [place, { pattern, not }] of all) {
      const ends =
        typeof pattern === 'string' && pattern.includes('$') && !place.includes('/not') && !place.includes('/then/');
      const { pattern: refused } = (not ?? {}) as Json;
      if (ends) expect(new RegExp(String(refused), 'u').test('a\n'), place).toBe(true);
    }
  });

  test('requires no member whose name objects inherit', () => {
    for (const [, { properties = {}, required = [] }] of all)
      for (const name of [...Object.keys(properties as Json), ...(required as string[])])
        expect(name in Object.prototype, name).toBe(false);
  });

  test('describes each member, with examples that its own rules accept', () => {
    const explaining = version === 'apimanifest-0.3' ? schema03 : schema02;
    for (const [place, { description, examples = [], $ref }] of all) {
      if (/\/properties\/[^/]+$/.test(place) && $ref === undefined && !place.includes('/if/'))
        expect(description, place).toMatch(/^[A-Z].*[.]/);
      if (/\$defs\/[^/]+$/.test(place)) expect(description, place).toMatch(/^[A-Z].*[.]/);
      const isWhole = place === '';
      const rules = isWhole
        ? explaining
        : { $ref: '#/$defs/here', $defs: { ...explaining.$defs, here: at(explaining, place) } };
      for (const example of examples as unknown[])
        expect([...findProblems(rules, example)], `${place} ${JSON.stringify(example)}`).toEqual([]);
    }
    for (const example of schema.examples) expect(validationResult(example, version).valid).toBe(true);
  });
});

test('keeps the vocabularies of the schemas in sync with the taxonomy', () => {
  const script = fileURLToPath(new URL('../../scripts/generate/sync-schemas.ts', import.meta.url));
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});

/** Returns the schema at a path, which is a JSON Pointer without escapes. */
function at(schema: object, place: string): object {
  return place
    .split('/')
    .filter(name => name !== '')
    .reduce((inner, name) => Reflect.get(inner, name), schema);
}
