import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schema02, schema03 } from './compiled/schemas.js';
import { measureCpuMs } from './cpu-time.fixture.ts';
import { fits } from './explain/fits.ts';
import { findProblems } from './explain/problem.ts';
import { edited } from './fixtures/edit-manifest.ts';
import { full02, full03 } from './fixtures/full-manifests.ts';
import { validationResult } from './fixtures/validation-result.ts';
import { pointerOf, valueAt } from './pointer.ts';
import { validateManifest } from './validate.ts';

const pointersOf = (value: unknown) => validateManifest(value).findings.map(({ pointer }) => pointer);

describe('the format version', () => {
  test.each([['apimanifest-0.1'], ['apimanifest-0.30'], [''], [null], [3], [{}], [['apimanifest-0.3']]])(
    'causes one finding that lists the known versions for %j',
    spec_version => {
      const { specVersion, valid, findings, total } = validateManifest({ spec_version, endpoints: 'wrong too' });
      expect({ specVersion, valid, total }).toEqual({ specVersion: null, valid: false, total: 1 });
      expect(findings[0]).toMatchObject({
        pointer: '/spec_version',
        rule: 'enum',
        value: JSON.stringify(spec_version),
      });
      expect(findings[0]?.hint).toContain('Supported versions: "apimanifest-0.3" or "apimanifest-0.2".');
    },
  );

  test('causes one finding without a value if missing', () => {
    const { findings } = validateManifest({});
    expect(findings).toEqual([expect.objectContaining({ pointer: '/spec_version', rule: 'required' })]);
    expect(findings[0]).not.toHaveProperty('value');
  });

  test.each([[null], [true], [1], ['{}'], [[]], [[full03]]])('has no value in %j, which is not an object', value => {
    expect(validateManifest(value)).toMatchObject({
      specVersion: null,
      valid: false,
      total: 1,
      findings: [{ pointer: '' }],
    });
  });

  test('selects the schema', () => {
    expect(validateManifest(full03)).toEqual({ specVersion: 'apimanifest-0.3', valid: true, findings: [], total: 0 });
    expect(validateManifest(full02)).toEqual({ specVersion: 'apimanifest-0.2', valid: true, findings: [], total: 0 });
    expect(pointersOf({ ...full02, spec_version: 'apimanifest-0.3' })).toContain('/agent_notes');
  });
});

describe('findings', () => {
  test('follow the order of the schema, one per location', () => {
    expect(pointersOf({ spec_version: 'apimanifest-0.3' })).toEqual(
      [
        'name',
        'version',
        'description',
        'categories',
        'primary_category',
        'endpoints',
        'pricing',
        'authentication',
        'agent_notes',
        'contact',
        'last_updated',
      ].map(name => `/${name}`),
    );
    const wrong = {
      ...full03,
      name: 'x',
      endpoints: [{}, { path: 'a' }],
      contact: { email: '', github: '' },
      reliability: 'good',
    };
    const order = pointersOf(wrong);
    expect(order.slice(0, 3)).toEqual(['/name', '/endpoints/0/path', '/endpoints/0/method']);
    expect(order.slice(-3)).toEqual(['/reliability', '/contact/email', '/contact/github']);
    expect(new Set(order).size).toBe(order.length);
    expect(pointersOf(wrong)).toEqual(order);
  });

  test('stop at 200 but report the total', () => {
    const flawed = (count: number) => validateManifest({ ...full03, categories: Array(count).fill('none') });
    expect(flawed(200)).toMatchObject({ total: 200, findings: { length: 200 } });
    expect(flawed(201)).toMatchObject({ total: 201, findings: { length: 200 } });
    expect(flawed(1_000_000)).toMatchObject({ total: 10_000, findings: { length: 200 } });
  });
});

describe('hostile values', () => {
  const deep = (levels: number) => Array.from({ length: levels }).reduce((inner: unknown) => ({ a: [inner] }), {});

  test('cause no stack overflow at any depth', () => {
    const abyss = deep(200_000);
    expect(validateManifest(abyss).valid).toBe(false);
    expect(validateManifest({ ...full03, extra: abyss }).valid).toBe(true);
    expect(validateManifest(edited({ ...full03 }, '/authentication', { required: false, config: abyss })).valid).toBe(
      true,
    );
    expect(pointersOf({ ...full03, name: abyss, endpoints: abyss, homepage: abyss })).toEqual([
      '/name',
      '/homepage',
      '/endpoints',
    ]);
  });

  test('treat own members with names of the prototype as extra members', () => {
    const names = JSON.parse(
      '{"__proto__":{"name":"x"},"constructor":1,"hasOwnProperty":2,"toString":3,"valueOf":null}',
    );
    expect(validationResult({ ...full03, ...names, endpoints: [{ ...full03.endpoints[0], ...names }] }).valid).toBe(
      true,
    );
    const inherited = JSON.parse(
      JSON.stringify(full03).replace('"name":"River', '"__proto__":{"name":"River Levels"},"title":"River'),
    );
    expect(pointersOf(inherited)).toEqual(['/name']);
  });

  test.each([
    ['/homepage', `https://a/${'%20'.repeat(1_000_000)}`, true],
    ['/homepage', `https://${'a@'.repeat(1_000_000)}`, false],
    ['/contact/email', `${'a.'.repeat(500_000)}a@${'b-.'.repeat(500_000)}c`, false],
    ['/contact/email', `${'@a'.repeat(500_000)}.`, false],
    ['/version', `1.0.0-${'a.'.repeat(1_000_000)}a`, true],
    ['/version', `1.0.0-${'0'.repeat(1_000_000)}`, false],
    ['/last_updated', `2016-12-31T23:59:60.${'60'.repeat(500_000)}Z`, true],
    ['/last_updated', '9:60'.repeat(500_000), false],
    ['/agent_notes', '\u{1f41f}'.repeat(1_000_000), true],
    ['/primary_category', 'live'.repeat(500_000), false],
  ])('need little time and no stack with a million characters at %s', (pointer, text, valid) => {
    let isValid: boolean | undefined;
    const manifest = edited(full03, pointer, text);
    expect(measureCpuMs(() => (isValid = validateManifest(manifest).valid))).toBeLessThan(3000);
    expect(isValid).toBe(valid);
  });

  test('take milliseconds with a thousand endpoints', () => {
    const [endpoint] = full03.endpoints;
    const endpoints = Array.from({ length: 1000 }, () =>
      structuredClone({ ...endpoint, parameters: Array(10).fill(endpoint?.parameters[0]) }),
    );
    const measure = (value: unknown) =>
      Math.min(...Array.from({ length: 5 }, () => measureCpuMs(() => validateManifest(value))));
    expect(measure({ ...full03, endpoints })).toBeLessThan(40);
    expect(measure({ ...full03, endpoints, version: '1' })).toBeLessThan(400);
  });
});

describe('the validator', () => {
  const parts = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? ['', ...Object.entries(value).flatMap(([name, item]) => parts(item).map(part => pointerOf([name]) + part))]
      : [''];
  const scraps = fc.oneof(
    fc.constant(undefined),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(
      null,
      '',
      'x402',
      'free',
      'postpaid_cycle',
      'https://a',
      '1',
      0,
      -1,
      Number.POSITIVE_INFINITY,
      true,
      [],
      {},
      [{}],
      [''],
      'x'.repeat(200),
    ),
  );

  test.each([
    ['apimanifest-0.3', full03, schema03],
    ['apimanifest-0.2', full02, schema02],
  ] as const)('agrees with the served schema for manifests of %s with random changes', (version, full, schema) => {
    const places = parts(full)
      .slice(1)
      .filter(pointer => pointer !== '/spec_version');
    const change = fc.tuple(fc.constantFrom(...places), scraps);
    const changed = fc.array(change, { minLength: 1, maxLength: 4 }).map(changes =>
      changes.reduce<unknown>((manifest, [pointer, value]) => {
        const parent = valueAt(manifest, pointer.slice(0, pointer.lastIndexOf('/')));
        return typeof parent === 'object' && parent !== null ? edited(manifest, pointer, value) : manifest;
      }, full),
    );
    fc.assert(
      fc.property(changed, manifest => {
        const { valid, findings } = validationResult(manifest, version);
        expect(fits(schema, manifest, schema)).toBe(valid);
        expect([...findProblems(schema, manifest)].length === 0).toBe(valid);
        for (const { rule, pointer, value } of findings) expect(value === undefined, pointer).toBe(rule === 'required');
      }),
      { numRuns: 1500, seed: 2020 },
    );
  });
});
