import { describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { addresses } from '../catalog/catalog.fixture.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { ask, exampleCatalog } from '../public-registry.fixture.ts';
import { routeNames } from './route-names.ts';
import { honoPaths, ROUTE_LIST, type Route } from './routes.ts';

/** A value for each path parameter, with which all routes exist. */
const EXAMPLES: Readonly<Record<string, string>> = {
  id: 'api-1.example',
  parameter: 'category',
  value: 'weather',
  page: '1',
  part: '1',
  skill: 'find-an-api',
  category: 'weather',
  collection: 'weather',
  version: 'v0.3',
  submission_id: 'abc',
  file: 'listings-1.ndjson',
};

const nameOf = routeNames(addresses);
const app = createApp({
  addresses,
  catalog: () => exampleCatalog,
  assets: { fetch: async () => undefined },
});

describe('the router', () => {
  test('has exactly the paths of the table', () => {
    const paths = ROUTE_LIST.filter(({ isPage }) => !isPage).flatMap(honoPaths);
    expect(app.paths.filter(path => !/^\/?\*$/.test(path)).sort()).toEqual([...new Set(paths)].sort());
  });

  test.each(ROUTE_LIST.filter(({ isPage }) => !isPage).map(route => [`${route.method} ${route.path}`, route] as const))(
    'rejects other methods: %s',
    async (_, route) => {
      const response = await ask(exampleOf(route.path), { method: 'DELETE' });
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toBe(
        { GET: 'GET, HEAD, OPTIONS', POST: 'POST, OPTIONS', any: 'GET, POST' }[route.method],
      );
    },
  );

  test.each(['/listings', '/listings/submit', '/validate', '/mcp'])(
    'lets pages of other origins call %s',
    async path => {
      const { status, headers } = await ask(path, { method: 'OPTIONS', headers: { Origin: 'https://other.example' } });
      const allowed = { '/listings': 'GET, HEAD, OPTIONS', '/mcp': 'GET, POST, OPTIONS' }[path] ?? 'POST, OPTIONS';
      expect([status, headers.get('Allow'), headers.get('Access-Control-Allow-Origin')]).toEqual([204, allowed, '*']);
      expect(headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD, POST, OPTIONS');
      expect(headers.get('Access-Control-Allow-Headers')).toContain('Content-Type');
    },
  );
});

test('the OpenAPI description has exactly the visible routes of the table', () => {
  const described = Object.entries(openApiDocument(addresses).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
  );
  const visible = ROUTE_LIST.filter(({ hidden }) => !hidden);
  expect(described).toEqual(visible.map(({ id, method, path }) => `${id}: ${method} ${path}`));
});

test('each route has a name in logs, and its file has the same name', () => {
  for (const route of ROUTE_LIST) {
    const names = [route.path, route.file ?? route.path].map(path =>
      nameOf(new URL(exampleOf(path), addresses.registry)),
    );
    const expected = route.name ?? (route.path.length > 1 ? route.path.replace(/\/$/, '') : route.path);
    expect(names, route.id).toEqual([expected, expected]);
  }
});

const withFile = ROUTE_LIST.flatMap(route => (route.file === undefined ? [] : [[route.file, route] as const]));

test.each(withFile)('the file %s equals the response of its route', async (file, route: Route) => {
  const [fileResponse, response] = [await ask(exampleOf(file)), await ask(exampleOf(route.path))];
  expect([fileResponse.status, response.status]).toEqual([200, 200]);
  expect(await fileResponse.text()).toBe(await response.text());
});

function exampleOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => EXAMPLES[name] ?? name);
}
