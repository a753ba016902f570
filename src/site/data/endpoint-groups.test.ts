import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupEndpoints } from './endpoint-groups.ts';

const paths = (...list: string[]) => list.map(path => ({ method: 'GET', path }));
const prefixes = (...list: string[]) =>
  groupEndpoints(paths(...list)).map(({ prefix, endpoints }) => [prefix, endpoints.length]);

describe('groupEndpoints', () => {
  test('groups by the first path segment that differs, in the order of the publisher', () => {
    expect(prefixes('/v1/b', '/v1/a', '/v1/b/{id}', '/v1/a/{id}', '/v1/b/{id}/c', '/v1/a/x?y=/z', '/v1/b')).toEqual([
      ['/v1/b', 4],
      ['/v1/a', 3],
    ]);
  });

  test('keeps a few endpoints in one group', () => {
    expect(prefixes('/v1/a', '/v1/a/b', '/v1/c', '/v1/c/d')).toEqual([['/', 4]]);
  });

  test('keeps endpoints without a common prefix in one group', () => {
    expect(prefixes('/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h')).toEqual([['/', 8]]);
    expect(prefixes('/', '/', '/', '/', '/', '/', '/')).toEqual([['/', 7]]);
  });

  test('keeps each endpoint and gives endpoints and groups unique anchors that are safe in a URL', () => {
    const path = fc.string({ unit: fc.constantFrom('/', 'a', 'b', '-', '2', '{', 'ü', '"', '?', ' '), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(path, { maxLength: 40 }), list => {
        const endpoints = list.map(each => ({ method: 'GET', path: `/${each}` }));
        const groups = groupEndpoints(endpoints);
        const placed = groups.flatMap(group => group.endpoints);
        expect(new Set(placed.map(({ endpoint }) => endpoint))).toEqual(new Set(endpoints));
        expect(placed.length).toBe(endpoints.length);
        const anchors = [...groups, ...placed].map(({ anchor }) => anchor);
        expect(new Set(anchors).size).toBe(anchors.length);
        expect(anchors.every(anchor => /^endpoints?[a-z0-9-]*$/.test(anchor))).toBe(true);
      }),
    );
  });
});
