import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { validateManifest } from '#manifest/validate.ts';
import { completeManifest } from '../complete-manifest.ts';
import { createDraft } from './draft.ts';
import { parseOpenapiDocument } from './openapi-document.ts';

const FIXTURES = ['tides-2.0', 'tides-3.0', 'tides-3.1', 'oddities'].map(name =>
  parse(readFileSync(path.join(import.meta.dirname, 'fixtures', `${name}.yaml`), 'utf8')),
);

/** Replaces any member of a document, chosen by number, with any value. */
const damage = fc.array(
  fc.tuple(
    fc.nat(),
    fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom<unknown>(
        null,
        [null],
        {},
        '',
        { $ref: '#/paths' },
        { $ref: '#' },
        { $ref: 7 },
        'https://[::1',
        'a|b^c"<>`{}\\',
        '\ud800',
        { type: ['object', 3] },
        { in: 'body', name: 'b' },
      ),
    ),
  ),
  { minLength: 1, maxLength: 6 },
);

test('creates a valid manifest from any document', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FIXTURES), damage, (fixture, changes) => {
      const tree: unknown = withoutCircles(fixture);
      for (const [at, value] of changes) replace(tree, at, value);
      const document = parseOpenapiDocument(new TextEncoder().encode(JSON.stringify(tree)));
      if (!document.ok) {
        expect(document.error).toMatch(/^It declares /);
        return;
      }
      const draft = createDraft(document.value, { url: 'https://a.net/openapi.json' });
      const known = { ...draft.known, categories: ['other' as const], primary_category: 'live' as const };
      const manifest = completeManifest({ ...draft, known }, new Date(0));
      expect(validateManifest(JSON.parse(JSON.stringify(manifest))).findings).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('creates a manifest without hidden characters from any document', () => {
  let changed = 0;
  for (const fixture of FIXTURES) {
    for (const [at, text] of listTexts(withoutCircles(fixture)).entries()) {
      const tree = withoutCircles(fixture);
      const { parent, name } = listTexts(tree)[at] ?? { parent: {}, name: '' };
      Reflect.set(parent, name, `${text.value}\u001b[2J\u202e\u0000`);
      // A changed member of `properties` or `example` is a changed name too.
      Reflect.set(parent, `${name}\u001b\u202e`, text.value);
      const document = parseOpenapiDocument(new TextEncoder().encode(JSON.stringify(tree)));
      if (!document.ok) continue;
      const draft = createDraft(document.value, { url: 'https://a.net/openapi.json' });
      expect(JSON.stringify(completeManifest(draft, new Date(0)))).not.toMatch(/\\u001b|\\u0000|\u202e/);
      changed += 1;
    }
  }
  expect(changed).toBeGreaterThan(200);
});

interface Text {
  readonly parent: object;
  readonly name: string;
  readonly value: string;
}

/** Returns all texts in a tree, at any depth. */
function listTexts(tree: unknown): Text[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ parent: tree, name, value }] : listTexts(value),
  );
}

function withoutCircles(fixture: object): object {
  return JSON.parse(JSON.stringify({ ...fixture, 'x-shared': undefined }));
}

/** Replaces one member of a tree, at any depth. */
function replace(tree: unknown, at: number, value: unknown): void {
  const places: [object, string][] = [];
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, member] of Object.entries(node)) {
      places.push([node, name]);
      collect(member);
    }
  };
  collect(tree);
  const place = places[at % Math.max(1, places.length)];
  if (place) Reflect.set(place[0], place[1], structuredClone(value));
}
