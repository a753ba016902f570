import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failure, success } from '#manifest/result.ts';
import { createDraft, type Draft } from '../draft.ts';
import { parseWithReferences } from '../openapi-document.ts';

const URL_OF_ROOT = 'https://docs.tides.test/v1/openapi.json';
const toBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** Imports a document with other documents by URL. Returns the URLs that were read, too. */
async function importWith(root: object, others: Readonly<Record<string, unknown>> = {}) {
  const read: string[] = [];
  const document = await parseWithReferences(toBytes(root), URL_OF_ROOT, async url => {
    read.push(url);
    return Object.hasOwn(others, url) ? success(toBytes(others[url])) : failure(`Cannot fetch ${url}: not found.`);
  });
  if (!document.ok) throw new Error(document.error);
  return { draft: createDraft(document.value), read };
}

const describeCall = ({ known }: Draft) =>
  known.endpoints?.map(
    ({ method, path, parameters }) =>
      `${method} ${path} ${parameters.map(({ name, in: location, type }) => `${location} ${name}: ${type}`).join(', ')}`,
  );

const info = { title: 'Tides', version: '1.0.0' };
const servers = [{ url: 'https://api.tides.test' }];

describe('referenced documents', () => {
  test('follow relative, nested, and circular references', async () => {
    const root = {
      openapi: '3.0.3',
      info,
      servers,
      paths: {
        '/tides': { $ref: 'paths/tides.json', parameters: [{ name: 'own', in: 'query' }] },
        '/harbors': { $ref: './paths/all.json#/~1harbors' },
      },
      components: { schemas: { Name: { type: 'string' } } },
    };
    const { draft, read } = await importWith(root, {
      'https://docs.tides.test/v1/paths/tides.json': {
        parameters: [{ $ref: '../shared.json#/parameters/Unit' }],
        get: {
          parameters: [{ name: 'from', in: 'query', schema: { $ref: '../openapi.json#/components/schemas/Name' } }],
        },
      },
      'https://docs.tides.test/v1/paths/all.json': {
        '/harbors': { post: { requestBody: { $ref: '#/body' } } },
        body: { content: { 'application/json': { schema: { $ref: '../shared.json#/Harbor' } } } },
      },
      'https://docs.tides.test/v1/shared.json': {
        parameters: { Unit: { name: 'unit', in: 'query', schema: { type: 'integer' } } },
        Harbor: {
          type: 'object',
          properties: { depth: { type: 'number' }, near: { $ref: '#/Harbor' }, path: { $ref: 'paths/tides.json' } },
        },
      },
    });
    expect(describeCall(draft)).toEqual([
      'GET /tides query unit: integer, query own: any, query from: string',
      'POST /harbors body depth: number, body near: object, body path: any',
    ]);
    expect(read.toSorted()).toEqual([
      'https://docs.tides.test/v1/paths/all.json',
      'https://docs.tides.test/v1/paths/tides.json',
      'https://docs.tides.test/v1/shared.json',
    ]);
    expect(draft.notes.join(' ')).not.toContain('referenc');
  });

  test('can have parameters and bodies of version 2', async () => {
    const parameters = [{ $ref: 'shared.json#/parameters/Days' }, { $ref: 'shared.json#/parameters/Body' }];
    const root = { swagger: '2.0', info, host: 'api.tides.test', paths: { '/tides': { post: { parameters } } } };
    const { draft } = await importWith(root, {
      'https://docs.tides.test/v1/shared.json': {
        definitions: { Tide: { type: 'object', properties: { height: { type: 'number' } } } },
        parameters: {
          Days: { name: 'days', in: 'query', type: 'array', items: { type: 'integer' }, collectionFormat: 'pipes' },
          Body: { name: 'tide', in: 'body', schema: { $ref: '#/definitions/Tide' } },
        },
      },
    });
    expect(describeCall(draft)).toEqual(['POST /tides query days: array of integer, body height: number']);
    expect(draft.known.endpoints?.[0]?.parameters[0]).toMatchObject({ style: 'pipeDelimited' });
  });

  test('skip examples, which can contain any member', async () => {
    const schema = { type: 'object', properties: { example: { $ref: 'a.json' } }, example: { $ref: 'b.json' } };
    const get = { parameters: [{ name: 'a', in: 'query', schema }] };
    const { read } = await importWith({ openapi: '3.0.3', info, servers, paths: { '/': { get } } });
    expect(read).toEqual(['https://docs.tides.test/v1/a.json']);
  });

  test('appear in the notes if unreadable', async () => {
    const paths = { '/a': { $ref: 'a.json' }, '/b': { $ref: 'b.json' }, '/c': { get: {} } };
    const { draft } = await importWith(
      { openapi: '3.0.3', info, servers, paths },
      {
        'https://docs.tides.test/v1/b.json': 'text',
      },
    );
    expect(describeCall(draft)).toEqual(['GET /c ']);
    expect(draft.notes).toContain('Cannot fetch https://docs.tides.test/v1/a.json: not found.');
    expect(draft.notes.join(' ')).toContain('https://docs.tides.test/v1/b.json is ignored. It is not');
  });

  test('stay within limits of number, size, and depth', async () => {
    const rootTo = (name: string) => ({ openapi: '3.0.3', info, servers, paths: { '/': { $ref: name } } });
    const chain = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`https://docs.tides.test/v1/${index}`, { $ref: `${index + 1}` }]),
    );
    const deep = await importWith(rootTo('0'), chain);
    expect(deep.read).toHaveLength(5);
    expect(deep.draft.notes.join(' ')).toContain('v1/5 is ignored: more than 5 references lead to it.');
    const many = Array.from({ length: 200 }, (_, index) => ({ $ref: `n${index}` }));
    const wide = await importWith(rootTo('many'), { 'https://docs.tides.test/v1/many': { get: { parameters: many } } });
    expect(wide.read).toHaveLength(50);
    expect(wide.draft.notes).toContain('The references have more than 50 documents. The others are ignored.');
    const large = { get: { description: 'x'.repeat(5_000_000) } };
    const both = { ...rootTo('l1'), components: { schemas: { A: { $ref: 'l2' } } } };
    const sized = await importWith(both, {
      'https://docs.tides.test/v1/l1': large,
      'https://docs.tides.test/v1/l2': large,
    });
    expect(sized.draft.notes.join(' ')).toContain('v1/l2 is ignored: the referenced documents exceed 8 MiB.');
  });

  test('never break the import, whatever their content', async () => {
    const position = (at: string) => ({ $ref: `other.json#/${at}` });
    const get = { parameters: [position('p')], requestBody: position('b'), responses: { 200: position('r') } };
    const root = {
      openapi: '3.1.0',
      info,
      servers,
      paths: { '/a': { get }, '/b': position('i'), '/c': { parameters: [position('p')], post: position('o') } },
      components: { securitySchemes: { s: position('s') } },
      security: [{ s: [] }],
    };
    const part = fc.oneof(fc.jsonValue(), fc.constantFrom({ $ref: '#/p' }, { in: 'query' }, { in: {}, name: 1 }));
    const other = fc.record({ p: part, b: part, r: part, i: part, o: part, s: part });
    await fc.assert(
      fc.asyncProperty(other, async value => {
        const { draft } = await importWith(root, { 'https://docs.tides.test/v1/other.json': value });
        expect(draft.known.endpoints?.[0]).toMatchObject({ method: 'GET', path: '/a' });
      }),
      { numRuns: 200 },
    );
  });
});
