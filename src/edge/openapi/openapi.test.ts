import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PARAMETERS } from '#query/parameters.ts';
import { type RunningServer, serveApp } from '#server/http/server.ts';
import { addresses, appOver, createMemoryCatalog, numberedListings } from '../catalog/catalog.fixture.ts';
import { openapi } from './openapi.ts';

const addFormats = addFormatsModule.default;
const document = JSON.parse(openapi(addresses));
const inProcess = appOver(createMemoryCatalog(numberedListings(3)));
let server: RunningServer;
const ask = (path: string) => fetch(server.address + path);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);

beforeAll(async () => {
  ajv.addSchema(document, 'openapi');
  const app = { fetch: (request: Request) => inProcess(request.url.replace(/^https?:\/\/[^/]+/, '')) };
  server = await serveApp(app, '127.0.0.1', 0);
});

afterAll(() => server.close());

test('passes validation as OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

describe('each operation', () => {
  const operations = Object.values(document.paths).flatMap(path => Object.values(path as object)) as {
    operationId: string;
    tags: string[];
    responses: object;
  }[];

  test.each(operations.map(each => [each.operationId, each] as const))(
    'has a tag, a summary, and responses: %s',
    (_id, { tags, responses }) => {
      expect(tags).toHaveLength(1);
      expect(document.tags.map(({ name }: { name: string }) => name)).toContain(tags[0]);
      expect(Object.keys(responses).some(status => /^4\d\d$/.test(status))).toBe(true);
    },
  );

  test('needs no credentials', () => {
    expect(document.security).toEqual([]);
  });
});

test('has no $defs, which generators ignore', () => {
  expect(JSON.stringify(document)).not.toContain('"$defs"');
  expect(document.components.schemas.Manifest03Endpoint).toMatchObject({ type: 'object' });
});

describe('each response', () => {
  test.each([
    ['/', '/', 200],
    ['/listings?q=tide&limit=2', '/listings', 200],
    ['/listings?limit=0', '/listings', 400],
    [`/listings?q=${'a'.repeat(9_000)}`, '/listings', 414],
    ['/listings/api-1.example', '/listings/{id}', 200],
    ['/listings/api-1.example?fields=name', '/listings/{id}', 400],
    ['/listings/%ff', '/listings/{id}', 400],
    ['/listings/none.example', '/listings/{id}', 404],
    ['/listings/api-1.example/history', '/listings/{id}/history', 200],
    ['/listings/none.example/history', '/listings/{id}/history', 404],
    ['/listings/api-1.example/manifest.json', '/listings/{id}/manifest.json', 200],
    ['/listings/none.example/manifest.json', '/listings/{id}/manifest.json', 404],
    ['/facets?category=weather', '/facets', 200],
    ['/facets?category=none', '/facets', 400],
    ['/feed.xml', '/feed.xml', 200],
    ['/feed.json', '/feed.json', 200],
    ['/categories', '/categories', 200],
    ['/agents', '/agents', 200],
    ['/health', '/health', 200],
    ['/llms.txt', '/llms.txt', 200],
    ['/llms-full.txt', '/llms-full.txt', 200],
    ['/openapi.json', '/openapi.json', 200],
    ['/.well-known/api-catalog', '/.well-known/api-catalog', 200],
    ['/.well-known/agent-skills/index.json', '/.well-known/agent-skills/index.json', 200],
    ['/.well-known/ard.json', '/.well-known/ard.json', 200],
    ['/.well-known/ai-catalog.json', '/.well-known/ai-catalog.json', 200],
    ['/.well-known/api-manifest.json', '/.well-known/api-manifest.json', 200],
    ['/.well-known/mcp/server-card.json', '/.well-known/mcp/server-card.json', 200],
    ['/.well-known/security.txt', '/.well-known/security.txt', 200],
    ['/robots.txt', '/robots.txt', 200],
    ['/sitemap.xml', '/sitemap.xml', 200],
    ['/.well-known/agent-skills/find-an-api/SKILL.md', '/.well-known/agent-skills/{skill}/SKILL.md', 200],
    ['/.well-known/agent-skills/none/SKILL.md', '/.well-known/agent-skills/{skill}/SKILL.md', 404],
    ['/api-catalogs/weather.json', '/api-catalogs/{category}.json', 200],
    ['/api-catalogs/none.json', '/api-catalogs/{category}.json', 404],
    ['/apis/api-1.example/index.md', '/apis/{id}/index.md', 200],
    ['/apis/none.example/index.md', '/apis/{id}/index.md', 404],
    ['/.well-known/api-registry-keys.json', '/.well-known/api-registry-keys.json', 200],
    ['/export/index.json', '/export/index.json', 200],
    ['/export/signature.json', '/export/signature.json', 200],
    ['/export/listings-1.ndjson', '/export/{file}', 200],
    ['/export/none.ndjson', '/export/{file}', 404],
    ['/site/agents', '/site/agents', 200],
    ['/validator', '/validator', 200],
    ['/validator/agents', '/validator/agents', 200],
    ['/listings/submit/none/status', '/listings/submit/{submission_id}/status', 501],
  ])('matches its schema for GET %.40s', async (address, path, status) => {
    const response = await ask(address);
    expect(response.status).toBe(status);
    const type = (response.headers.get('Content-Type') ?? '').split(';')[0] ?? '';
    const media = document.paths[path].get.responses[status].content[type];
    expect(media, `${path} ${status} ${type}`).toBeDefined();
    const body = /[/+]json$/.test(type) ? await response.json() : await response.text();
    expect(problemsOf(['paths', path, 'get', 'responses', String(status), 'content', type, 'schema'], body)).toEqual(
      [],
    );
  });

  test.each(['DELETE', 'PUT'])('has a described problem for %s requests', async method => {
    const response = await fetch(`${server.address}/nothing`, { method });
    const { content } = document.paths['/listings'].get.responses.default;
    expect(Object.keys(content)).toEqual([response.headers.get('Content-Type')]);
    const place = [
      'paths',
      '/listings',
      'get',
      'responses',
      'default',
      'content',
      'application/problem+json',
      'schema',
    ];
    expect(problemsOf(place, await response.json())).toEqual([]);
  });

  test('fails validation after invalid changes', async () => {
    const body = await (await ask('/listings')).json();
    const place = ['paths', '/listings', 'get', 'responses', '200', 'content', 'application/json', 'schema'];
    delete body.data.listings[0].url;
    body.data.listings[1].status = 'fine';
    body.data.extra = true;
    expect(problemsOf(place, body)).toHaveLength(3);
  });
});

describe('each parameter', () => {
  const described: { name: string; schema: object; example?: unknown }[] = document.paths['/listings'].get.parameters;

  test('has a description', () => {
    expect(described.map(each => each.name)).toEqual([...PARAMETERS]);
  });

  test.each(described.map((each, index) => [each.name, each, index] as const))(
    'accepts its examples and allowed values: %s',
    async (name, { example }, index) => {
      const schema = document.paths['/listings'].get.parameters[index].schema;
      const place = ['paths', '/listings', 'get', 'parameters', String(index), 'schema'];
      if (example !== undefined) expect(problemsOf(place, example)).toEqual([]);
      const values = [example, ...(schema.enum ?? schema.items?.enum ?? []), schema.default, schema.maximum].filter(
        value => value !== undefined,
      );
      for (const value of values) {
        expect((await ask(`/listings?${name}=${encodeURIComponent(value)}`)).status, `${name}=${value}`).toBe(200);
      }
    },
  );
});

test('contains only examples that match their schemas', () => {
  const found = examplesOf(document, []);
  expect(found.length).toBeGreaterThan(20);
  for (const { place, example } of found) expect(problemsOf(place, example), place.join('/')).toEqual([]);
});

/** Returns the validation errors of a value for the schema at a path of the description. */
function problemsOf(place: readonly string[], value: unknown): readonly unknown[] {
  const pointer = place.map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = ajv.getSchema(`openapi#/${pointer}`);
  if (!validate) throw new Error(`No schema at ${pointer}`);
  return validate(value) ? [] : (validate.errors ?? []);
}

/** Returns all members of schemas named `examples`, with the path of their schema. */
function examplesOf(node: unknown, place: readonly string[]): { place: readonly string[]; example: unknown }[] {
  if (typeof node !== 'object' || node === null) return [];
  const isSchema = !Array.isArray(node) && !['properties', '$defs', 'schemas'].includes(place.at(-1) ?? '');
  const own = isSchema && 'examples' in node && Array.isArray(node.examples) ? node.examples : [];
  return [
    ...own.map(example => ({ place, example })),
    ...Object.entries(node).flatMap(([name, value]) =>
      isSchema && name === 'examples' ? [] : examplesOf(value, [...place, name]),
    ),
  ];
}
