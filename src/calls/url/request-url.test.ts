import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { planRequest } from '../request-plan.ts';

const ORIGIN = 'https://api.example.com';

function planUrl(path: string, names: readonly string[], values: Readonly<Record<string, unknown>>): string {
  const parameters = names.map(name => ({ name, type: 'string', required: true, description: name }));
  const texts = { description: 'Returns tides.', response_description: 'A list of tides.' };
  return planRequest(sampleManifest(), { path, method: 'GET', parameters, ...texts }, values, { origin: ORIGIN }).url;
}

describe('the URL', () => {
  test.each([
    ['/v1/x', [], {}, '/v1/x'],
    ['/v1/{id}', ['id'], { id: 'a b/c' }, '/v1/a%20b%2Fc'],
    ['/v1/{id}', ['id'], {}, '/v1/{id}'],
    ['/v1/{id}', ['id'], { id: '..' }, '/v1/{id}'],
    ['/v1/:id/parts/:part', ['id', 'part'], { id: 1 }, '/v1/1/parts/{part}'],
    ['/v1/<id>', ['id'], { id: 'x' }, '/v1/x'],
    ['/v1/[id]', ['id'], { id: 'x' }, '/v1/x'],
    ['/v1/{id}', [], {}, '/v1/{id}'],
    ['/v1/things:list', [], {}, '/v1/things:list'],
    ['/v1/x', ['q'], { q: 'ü&=?#' }, '/v1/x?q=%C3%BC%26%3D%3F%23'],
    ['/v1/x', ['q', 'n'], { n: 2 }, '/v1/x?q={q}&n=2'],
    ['/v1/x?format=json', ['q'], { q: 'a' }, '/v1/x?format=json&q=a'],
    ['/v1/x?format=json', ['format'], { format: 'csv' }, '/v1/x?format=csv'],
    ['/v1/x?filter[a]=1', ['filter[a]'], { 'filter[a]': 2 }, '/v1/x?filter%5Ba%5D=2'],
    ['/v1/x?a+b=1&%zz=1', ['a b'], { 'a b': 2 }, '/v1/x?%25zz=1&a%20b=2'],
    ['/v1/x?id={id}', ['id'], { id: 7 }, '/v1/x?id=7'],
    ['/v1/x#top', ['q'], { q: 'a' }, '/v1/x?q=a'],
    ['/v1/a b\n"c"', [], {}, '/v1/a%20b%0A%22c%22'],
    ['/v1/100%', [], {}, '/v1/100%25'],
  ])('for %s with %j and %j has the path %s', (path, parameters, values, expected) => {
    expect(planUrl(path, parameters, values)).toBe(ORIGIN + expected);
  });

  test.each<[object, unknown, string]>([
    [{}, { a: 1, b: null }, '?v=a,1'],
    [{ explode: true }, { a: null, b: 'x' }, '?b=x'],
    [{ explode: true }, [null, 'x'], '?v=x'],
    [{ style: 'deepObject' }, { a: { b: null, c: 1 }, d: [null, 2] }, '?v[a][c]=1&v[d][1]=2'],
    [{ style: 'deepObject' }, { a: null }, ''],
    [{ in: 'path' }, [null, 'x'], '/x'],
    [{ in: 'path', style: 'label', explode: true }, { a: null, b: 1 }, '/.b=1'],
  ])('omits null members: %j with %j', (members, value, expected) => {
    const parameter = {
      name: 'v',
      in: 'query',
      type: 'any',
      required: true,
      explode: false,
      description: 'v',
      ...members,
    };
    const path = parameter.in === 'path' ? '/{v}' : '/';
    const texts = { description: 'Returns tides.', response_description: 'A list of tides.' };
    const endpoint = { path, method: 'GET' as const, parameters: [parameter], ...texts };
    const { url } = planRequest(sampleManifest(), endpoint, { v: value }, { origin: ORIGIN });
    expect(decodeURIComponent(url)).toBe(`${ORIGIN}${path === '/' ? '/' : ''}${expected}`);
  });

  test.each<[path: string, members: object, args: object, url: string, missing: readonly string[]]>([
    ['/v1?q={q}&n=5', { required: true }, { q: 'a b' }, '/v1?q=a%20b&n=5', []],
    ['/v1?q={q}&n=5', { required: true }, {}, '/v1?q={q}&n=5', ['q']],
    ['/v1?q={q}&n=5', {}, {}, '/v1?n=5', []],
    ['/v1?q={q}', {}, {}, '/v1', []],
    ['/v1?text={q}', { required: true }, { q: 'a' }, '/v1?text=a', []],
    ['/v1?text={q}', { required: true }, {}, '/v1?text={q}', ['q']],
    ['/v1?text=:q', { type: 'array' }, { q: ['a', 'b'] }, '/v1?text=a&text=b', []],
    ['/v1?filter=name:{q}', {}, { q: 'a&b' }, '/v1?filter=name:a%26b', []],
    ['/v1?filter=name:{q}', {}, {}, '/v1', []],
    ['/v1?text={q}', { in: undefined }, {}, '/v1', []],
    ['/v1/{q}?text={q}', { required: true }, { q: 'a' }, '/v1/a?text=a', []],
  ])('fills the placeholder of %s with a parameter %j and %j', (path, members, args, expected, missing) => {
    const parameter = { name: 'q', in: 'query', type: 'string', required: false, description: 'q', ...members };
    const texts = { description: 'Returns tides.', response_description: 'A list of tides.' };
    const endpoint = { path, method: 'GET' as const, parameters: [parameter], ...texts };
    const plan = planRequest(sampleManifest(), endpoint, { ...args }, { origin: ORIGIN });
    expect([plan.url, plan.missing]).toEqual([ORIGIN + expected, missing]);
  });

  test.each(['allow_reserved', 'allowReserved'])('keeps reserved characters with %s', member => {
    const parameter = { name: 'v', in: 'query', type: 'string', required: true, description: 'v', [member]: true };
    const texts = { description: 'Returns tides.', response_description: 'A list of tides.' };
    const endpoint = { path: '/v1', method: 'GET' as const, parameters: [parameter], ...texts };
    expect(planRequest(sampleManifest(), endpoint, { v: 'a/b:c' }, { origin: ORIGIN }).url).toBe(
      `${ORIGIN}/v1?v=a/b:c`,
    );
  });

  test('stays on the origin and on one line of ASCII for any manifest and values', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('id', '__proto__', 'x y', 'ä', '\ud800'));
    const segment = fc.oneof(
      fc.string(),
      fc.constantFrom('..', '{id}', ':id', '<id>', '//evil.example', '\\', '@evil.example', '?', '%'),
    );
    const path = fc.array(segment).map(parts => `/${parts.join('/')}`);
    const values = fc.dictionary(name, fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()));
    fc.assert(
      fc.property(path, fc.array(name), values, (path, names, values) => {
        const url = planUrl(path, names, values);
        expect(url.startsWith(`${ORIGIN}/`)).toBe(true);
        expect(url).toMatch(/^[\x21-\x7e]+$/);
        expect(new URL(url).origin).toBe(ORIGIN);
      }),
    );
  });
});
