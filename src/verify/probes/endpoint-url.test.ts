import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTemplate, toEndpointUrl } from './endpoint-url.ts';

const ORIGIN = 'https://api.example.com';

describe('endpointAddress', () => {
  test.each([
    ['/v1/tides', 'https://api.example.com/v1/tides'],
    ['/', 'https://api.example.com/'],
    ['/v1/tides?unit=m', 'https://api.example.com/v1/tides?unit=m'],
    ['/#Action=ListQueues', 'https://api.example.com/'],
    ['/a#b?c', 'https://api.example.com/a'],
    ['/two words', 'https://api.example.com/two%20words'],
    ['/größe', 'https://api.example.com/gr%C3%B6%C3%9Fe'],
    ['//evil.example/x', 'https://api.example.com//evil.example/x'],
    ['/\\evil.example', 'https://api.example.com//evil.example'],
    ['/../../etc', 'https://api.example.com/etc'],
    ['/@evil.example', 'https://api.example.com/@evil.example'],
    ['/\t/evil.example', 'https://api.example.com//evil.example'],
  ])('converts %j to %s', (path, address) => {
    expect(toEndpointUrl(ORIGIN, path)).toBe(address);
  });

  test.each(['', 'v1', '@evil.example/', '.evil.example/', ':8443/x', 'https://evil.example/'])(
    'returns undefined for %j',
    path => {
      expect(toEndpointUrl(ORIGIN, path)).toBeUndefined();
    },
  );

  test('never leaves the origin', () => {
    const path = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('/', '\\', '.', '@', ':', '#', '?', '%', '2', 'f', 'e', '\t', '\n') }),
    );
    fc.assert(
      fc.property(path, fc.constantFrom(ORIGIN, 'http://127.0.0.1:4400', 'http://[::1]:4400'), (tail, origin) => {
        const address = toEndpointUrl(origin, `/${tail}`);
        if (address !== undefined) expect(new URL(address).origin).toBe(origin);
        expect(address?.includes('#')).not.toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ['/things/{id}', true],
  ['/things/{id}/parts?of={whole}', true],
  ['/things/%7Bid%7D', true],
  ['/things/:id', true],
  ['/flights/:from-:to', true],
  ['/things?id=:id', true],
  ['/things/<id>', true],
  ['/things/<int:id>', true],
  ['/things/[id]', true],
  ['/files/*', true],
  ['/things', false],
  ['/v1/things:list', false],
  ['/at/12:30', false],
  ['/things?sort=name', false],
  ['/things?filter[name]=x', false],
  ['/', false],
])('detects placeholders in %s: %s', (path, expected) => {
  expect(isTemplate(path)).toBe(expected);
});
