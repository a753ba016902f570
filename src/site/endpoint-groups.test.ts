import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupEndpoints } from './endpoint-groups.ts';

const paths = (...list: string[]) => list.map(path => ({ method: 'GET', path }));
const prefixes = (...list: string[]) =>
  groupEndpoints(paths(...list)).map(({ prefix, endpoints }) => [prefix, endpoints.length]);

describe('groupEndpoints', () => {
  test('groups by the first part that differs, in the order of the publisher', () => {
    expect(prefixes('/v1/b', '/v1/a', '/v1/b/{id}', '/v1/a/{id}', '/v1/b/{id}/c', '/v1/a/x?y=/z', '/v1/b')).toEqual([
      ['/v1/b', 4],
      ['/v1/a', 3],
    ]);
  });

  test('leaves few endpoints together', () => {
    expect(prefixes('/a', '/a/b', '/c', '/c/d')).toEqual([[null, 4]]);
  });

  test('leaves endpoints together that share nothing', () => {
    expect(prefixes('/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h')).toEqual([[null, 8]]);
    expect(prefixes('/', '/', '/', '/', '/', '/', '/')).toEqual([[null, 7]]);
  });

  test('anchors are readable and unique', () => {
    const [group] = groupEndpoints([
      ...paths('/v1/{id}', '/v1/id', '/', '/v1/id-2', '/v1/id'),
      { method: 'POST', path: '/v1/id' },
    ]);
    expect(group?.endpoints.map(({ anchor }) => anchor)).toEqual([
      'endpoint-get-v1-id',
      'endpoint-get-v1-id-2',
      'endpoint-get',
      'endpoint-get-v1-id-2-2',
      'endpoint-get-v1-id-3',
      'endpoint-post-v1-id',
    ]);
  });

  test('loses nothing, and gives each endpoint an anchor of its own that is safe in an address', () => {
    const path = fc.string({ unit: fc.constantFrom('/', 'a', 'b', '-', '2', '{', 'ü', '"', '?', ' '), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(path, { maxLength: 40 }), list => {
        const endpoints = list.map(each => ({ method: 'GET', path: `/${each}` }));
        const placed = groupEndpoints(endpoints).flatMap(group => group.endpoints);
        expect(new Set(placed.map(({ endpoint }) => endpoint))).toEqual(new Set(endpoints));
        expect(placed.length).toBe(endpoints.length);
        expect(new Set(placed.map(({ anchor }) => anchor)).size).toBe(endpoints.length);
        expect(placed.every(({ anchor }) => /^endpoint-[a-z0-9-]+$/.test(anchor))).toBe(true);
      }),
    );
  });
});
