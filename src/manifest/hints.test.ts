import { describe, expect, test } from 'vitest';
import { schema02, schema03 } from './compiled/schemas.js';
import { findProblems } from './explain/problem.ts';
import { applyHint } from './fixtures/apply-hint.ts';
import { edited } from './fixtures/edit-manifest.ts';
import { full02, full03 } from './fixtures/full-manifests.ts';
import { pointerOf } from './pointer.ts';
import { type SpecVersion, validateManifest } from './validate.ts';

/** Values that publishers write by mistake. */
const mistakes: readonly unknown[] = [
  undefined,
  null,
  true,
  'true',
  'False',
  0,
  -1,
  1.2,
  '1',
  '1.2',
  1e30,
  150,
  '150',
  'null',
  '',
  ' ',
  'Free',
  'LIVE',
  'get',
  'weather, geography',
  'you@gauges.org',
  'gauges.org/docs',
  'https://gauges.org/a b',
  '2026-01-31',
  '€',
  'v1/a',
  'x'.repeat(1000),
  [],
  {},
  [{}],
  [''],
  ['weather'],
  ['https://gauges.org'],
  { a: 1 },
  [[]],
];

const listPointers = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? ['', ...Object.entries(value).flatMap(([name, item]) => listPointers(item).map(at => pointerOf([name]) + at))]
    : [''];

describe('the hint of each finding', () => {
  test.each([
    ['apimanifest-0.3', full03],
    ['apimanifest-0.2', full02],
  ] as const)('leads to a valid %s manifest without new findings', (_, full) => {
    let [applied, unclear] = [0, 0];
    for (const pointer of listPointers(full).slice(1)) {
      checks: for (const mistake of mistakes) {
        let document = edited(full, pointer, mistake);
        for (let round = 0; round < 12; round++) {
          const { findings } = validateManifest(document);
          const [first] = findings;
          if (first === undefined) break;
          const corrected = applyHint(document, first);
          const context = `${pointer} ${JSON.stringify(mistake)?.slice(0, 40)}: ${first.message} ${first.hint}`;
          if (corrected === undefined) {
            expect(first.hint, context).toMatch(
              /^(Write (a|an) (string|array|object|whole number|number)|Add "\w+"\.)/,
            );
            unclear += 1;
            continue checks;
          }
          applied += 1;
          const after = validateManifest(corrected).findings;
          const here = after.filter(
            each => each.pointer === first.pointer || each.pointer.startsWith(`${first.pointer}/`),
          );
          expect(here, context).toEqual([]);
          document = corrected;
        }
        expect(validateManifest(document).findings, `${pointer} ${JSON.stringify(mistake)}`).toEqual([]);
      }
    }
    expect(applied).toBeGreaterThan(1000);
    expect(unclear).toBeLessThan(applied / 10);
  });

  test('corrects a version that is a number', () => {
    const document = edited(full03, '/version', 1.2);
    const [first] = validateManifest(document).findings;
    expect(first?.hint).toBe('Write a string: "1.2.0".');
  });
});

describe('a missing member', () => {
  test.each([
    ['categories', '/catagories'],
    ['endpoints', '/endpoint'],
    ['agent_notes', '/agentNotes'],
    ['primary_category', '/primaryCategory'],
    ['spec_version', '/specVersion'],
  ])('%s gets a hint to rename %s', (name, at) => {
    const { [name as 'name']: value, ...rest } = full03;
    const document = { ...rest, [at.slice(1)]: value };
    const { findings } = validateManifest(document);
    expect(findings).toEqual([
      expect.objectContaining({
        pointer: `/${name}`,
        hint: expect.stringContaining(`Rename "${at.slice(1)}" to "${name}".`),
      }),
    ]);
  });

  test('gets a hint in nested objects, next to the problems of its value', () => {
    const [{ method, description, ...endpoint }] = full03.endpoints as [(typeof full03.endpoints)[0]];
    const document = { ...full03, endpoints: [{ ...endpoint, mehtod: method, desription: 'short' }] };
    expect(validateManifest(document).findings.map(({ pointer, hint }) => [pointer, hint])).toEqual([
      ['/endpoints/0/method', 'Rename "mehtod" to "method".'],
      ['/endpoints/0/description', 'Rename "desription" to "description".'],
      ['/endpoints/0/desription', expect.stringMatching(/^Add at least 15 more\./)],
    ]);
  });
});

test('an unknown version does not hide the other findings of a manifest', () => {
  const { spec_version: _, ...rest } = full03;
  expect(validateManifest({ ...rest, name: 'x' }).findings.map(({ pointer }) => pointer)).toEqual([
    '/spec_version',
    '/name',
  ]);
  expect(validateManifest({ ...full03, spec_version: '0.3', name: 'x' }).total).toBe(2);
});

describe('a document in another format', () => {
  test.each([
    [{ openapi: '3.1.0', info: {}, paths: {} }, 'an OpenAPI document', 'api-manifest init --from-openapi'],
    [{ swagger: '2.0', info: {}, paths: {} }, 'an OpenAPI document', 'api-manifest init --from-openapi'],
    [
      { info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, item: [] },
      'a Postman collection',
      'p2o',
    ],
    [{ collection: { info: { _postman_id: 'x' }, item: [] } }, 'a Postman collection', 'p2o'],
    [{ asyncapi: '3.0.0' }, 'an AsyncAPI document', 'api-manifest init'],
    [{ data: { __schema: {} } }, 'a GraphQL schema', 'POST /graphql'],
  ])('gets a hint with the command that converts it: %j', (document, name, command) => {
    const { findings, total, specVersion } = validateManifest(document);
    expect({ total, specVersion }).toEqual({ total: 1, specVersion: null });
    expect(findings[0]?.message).toBe(`The document is ${name}, not an API manifest.`);
    expect(findings[0]?.hint).toContain(command);
  });
});

describe('a manifest with members of another format', () => {
  test.each([
    { openapi: 'https://api.example.com/openapi.json' },
    { openapi: '3.1.0' },
    { swagger: '2.0' },
    { asyncapi: '2.0' },
    { data: { __schema: {} } },
    { info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' } },
  ])('gets its own findings: %j', members => {
    expect(validateManifest({ ...full03, ...members })).toMatchObject({ valid: true });
    const unnamed = validateManifest({ ...full02, ...members, name: 'x' });
    expect(unnamed.findings.map(({ pointer }) => pointer)).toEqual(['/name']);
    const unknown = validateManifest({ ...full03, ...members, spec_version: '0.3', name: 'x' });
    expect(unknown.findings.map(({ pointer }) => pointer)).toEqual(['/spec_version', '/name']);
  });

  test('gets a finding for its version if only the name of a member is that of another format', () => {
    const { findings } = validateManifest({ name: 'Gauges', openapi: 'https://api.example.com/openapi.json' });
    expect(findings.map(({ pointer }) => pointer)).toEqual(['/spec_version']);
  });
});

test('every example of the schemas is free of problems', () => {
  const roots: Readonly<Record<SpecVersion, typeof schema03>> = {
    'apimanifest-0.3': schema03,
    'apimanifest-0.2': schema02,
  };
  let examples = 0;
  for (const root of Object.values(roots))
    for (const schema of Object.values({ ...root.properties, ...root.$defs }))
      for (const example of schema.examples ?? []) {
        examples += 1;
        expect([...findProblems({ ...schema, $defs: root.$defs ?? {} }, example)], JSON.stringify(example)).toEqual([]);
      }
  expect(examples).toBeGreaterThan(30);
});
