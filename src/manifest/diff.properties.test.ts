import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureCpuMs } from './cpu-time.fixture.ts';
import { editManifest } from './diff/edit-manifest.fixture.ts';
import { richManifest, richManifest02 } from './diff/full-manifest.fixture.ts';
import { MANIFEST_CHANGE_KINDS, type ManifestChangeKind } from './diff/kind.ts';
import { diffManifests } from './diff.ts';
import type { Manifest } from './manifest.ts';
import { pointerOf, valueAt } from './pointer.ts';
import { sameManifest } from './same-manifest.ts';

const rich = [richManifest(), richManifest02()];

/** Returns the pointers of all values in a document except the root. */
function placesOf(value: unknown, parts: readonly string[] = []): string[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const own = parts.length > 0 ? [pointerOf(parts)] : [];
  return [...own, ...inner.flatMap(([name, each]) => placesOf(each, [...parts, name]))];
}

/** Values that are valid somewhere in the format, and some that are valid nowhere. */
const replacement = fc.oneof(
  fc.constantFrom('0.01', '0.010', '9', 'EUR', 'free', 'GET', 'subscription', 'x402', 'none', '', 'https://a.example/'),
  fc.constantFrom(true, false, null, 0, 1, 60, 1e9, undefined, [], {}),
  fc.jsonValue({ maxDepth: 3 }),
);

const mutants = fc
  .constantFrom(...rich)
  .chain(before =>
    fc.record({ before: fc.constant(before), pointer: fc.constantFrom(...placesOf(before)), value: replacement }),
  );

/** Several successive changes, each at a random position of the previous result. */
const pairs = fc.tuple(fc.constantFrom(...rich), fc.gen()).map(([before, gen]) => {
  let after = before;
  for (let times = gen(fc.integer, { min: 1, max: 6 }); times > 0; times--) {
    const pointer = gen(anyOf, placesOf(after));
    const value = valueAt(after, pointer);
    const moved = Array.isArray(value) && gen(fc.boolean);
    after = editManifest(after, [pointer, moved ? [...value.slice(1), ...value.slice(0, 1)] : gen(() => replacement)]);
  }
  return { before, after };
});

function anyOf(places: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...places);
}

function covers(pointer: string, place: string): boolean {
  return place === pointer || place.startsWith(`${pointer}/`) || pointer.startsWith(`${place}/`);
}

const opposite: Readonly<Record<string, string>> = {
  added: 'removed',
  removed: 'added',
  raised: 'lowered',
  lowered: 'raised',
  'newly-required': 'newly-optional',
  'newly-optional': 'newly-required',
};

function turned(kind: ManifestChangeKind): string {
  if (kind === 'authentication-required') return 'authentication-not-required';
  if (kind === 'authentication-not-required') return 'authentication-required';
  return kind.replace(/(added|removed|raised|lowered|newly-required|newly-optional)$/, end => opposite[end] ?? end);
}

describe('differences', () => {
  test('locate a change anywhere', () => {
    fc.assert(
      fc.property(mutants, ({ before, pointer, value }) => {
        const after = editManifest(before, [pointer, value]);
        fc.pre(!sameManifest(before, after));
        expect(
          diffManifests(before, after).some(found => covers(found.pointer, pointer)),
          pointer,
        ).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('exist exactly if the manifests differ', () => {
    fc.assert(
      fc.property(pairs, ({ before, after }) => {
        expect(diffManifests(before, after).length === 0).toBe(sameManifest(before, after));
        expect(diffManifests(after, structuredClone(after))).toEqual([]);
      }),
    );
  });

  test('point into the old document for removals and into the new one otherwise', () => {
    fc.assert(
      fc.property(pairs, ({ before, after }) => {
        for (const { kind, pointer } of diffManifests(before, after)) {
          expect(valueAt(kind.endsWith('-removed') ? before : after, pointer), `${kind} ${pointer}`).toBeDefined();
        }
      }),
    );
  });

  test('have opposite kinds in the reverse direction', () => {
    fc.assert(
      fc.property(pairs, ({ before, after }) => {
        const forth = diffManifests(before, after).map(({ kind }) => turned(kind));
        const back = diffManifests(after, before).map(({ kind }) => kind);
        expect(back.toSorted()).toEqual(forth.toSorted());
      }),
    );
    expect(MANIFEST_CHANGE_KINDS.map(turned).toSorted()).toEqual(MANIFEST_CHANGE_KINDS.toSorted());
  });

  test('never throw and list breaking changes first for any input', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 4 }), fc.object({ maxDepth: 4 }), (before, after) => {
        const told = diffManifests(before as unknown as Manifest, after as unknown as Manifest);
        expect(told.map(({ breaking }) => Number(breaking))).toEqual(
          told
            .map(({ breaking }) => Number(breaking))
            .sort()
            .reverse(),
        );
      }),
    );
  });
});

describe('the comparison', () => {
  test('matches ten thousand reordered and changed endpoints quickly', () => {
    const [one = expect.fail('has endpoints')] = richManifest().endpoints;
    const endpoints = (suffix: string) =>
      Array.from({ length: 10_000 }, (_, at) => ({ ...one, path: `/${at}`, description: one.description + suffix }));
    const before = editManifest(richManifest(), ['/endpoints', endpoints('')]);
    const after = editManifest(richManifest(), ['/endpoints', endpoints(' Changed.').reverse()]);
    let changes: readonly unknown[] = [];
    expect(measureCpuMs(() => (changes = diffManifests(before, after)))).toBeLessThan(3000);
    expect(changes).toHaveLength(10_001);
  });

  test('handles deeply nested values without a stack overflow', () => {
    const deep = (leaf: unknown) => {
      let value = leaf;
      for (let level = 0; level < 200_000; level++) value = [value];
      return Object.assign(richManifest(), { 'x-deep': value });
    };
    expect(sameManifest(deep(1), deep(1))).toBe(true);
    expect(diffManifests(deep(1), deep(2)).map(({ pointer }) => pointer)).toEqual(['/x-deep']);
  });
});
