import { expect, test } from 'vitest';
import { createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { sampleListing, sampleManifest } from '#listing/listing.fixture.ts';
import { runTool } from './run-tool.fixture.ts';

const URL_OF = 'https://tides.example/v1/tides?harbor=Oslo%20S';
const call = { id: 'tides.example', method: 'GET' };

test.each([
  ['/v1/tides', { harbor: 'Oslo S' }],
  ['v1/tides', { harbor: 'Oslo S' }],
  ['/v1/tides?harbor=Oslo%20S', {}],
  ['/v1/tides?harbor={harbor}', { harbor: 'Oslo S' }],
  ['/v1/tides?harbor=Bergen', { harbor: 'Oslo S' }],
  ['https://tides.example/v1/tides?harbor=Oslo+S', {}],
])('resolves the path %s with %j to the intended call', async (path, parameters) => {
  const { data, text } = await runTool('plan_call', { ...call, path, parameters });
  expect(data).toMatchObject({ request: { url: URL_OF }, missing: [], endpoint: { path: '/v1/tides' } });
  expect(text).toContain(`\nGET ${URL_OF}\n`);
});

test('keeps undeclared query parameters and reports them', async () => {
  const { data, text } = await runTool('plan_call', { ...call, path: '/v1/tides?harbor=Oslo&colour=red' });
  expect(data).toMatchObject({ request: { url: 'https://tides.example/v1/tides?harbor=Oslo&colour=red' } });
  expect(text).toContain('Unknown argument');
});

test('explains how to complete a request without a parameter and a credential', async () => {
  const args = { id: 'letters.example', method: 'POST', path: '/letters' };
  const { text } = await runTool('plan_call', args);
  expect(text).toContain('This request has no values yet for the missing parameters below:\n\nPOST ');
  expect(text).toContain('Missing parameters: ["text"]. Call plan_call again with their values.');
  expect(text).toContain('Authentication: a credential is required; replace {API_KEY} in the header X-Api-Key.');
  const { text: complete } = await runTool('plan_call', { ...args, parameters: { text: 'Hello' } });
  expect(complete).toContain('No request was sent. Send this request:\n\nPOST ');
});

test.each([
  'tides.example',
  'https://tides.example/v1/tides?harbor=Oslo',
  'tides.example/v1/tides',
  'Tides.example:443',
  'listing://tides.example',
])('finds the listing of %s', async id => {
  const { data } = await runTool('plan_call', { id, method: 'GET', path: '/v1/tides' });
  expect(data).toMatchObject({ listing: { id: 'tides.example' } });
});

test('names the most similar endpoints of a large manifest', async () => {
  const [endpoint] = sampleManifest().endpoints;
  const paths = [...Array.from({ length: 300 }, (_, index) => `/v1/resources/${index}`), '/v1/moon-phases'];
  const endpoints = paths.map(path => ({ ...endpoint, path })) as never;
  const large = createMemoryCatalog([sampleListing('https://large.example', { endpoints })]);
  const args = { id: 'large.example', method: 'GET', path: 'https://large.example/v1/moon-fases' };
  await expect(runTool('plan_call', args, { catalog: () => large })).rejects.toThrow(
    'The manifest does not declare "GET /v1/moon-fases". Did you mean "GET /v1/moon-phases"? The most similar of 301 declared endpoints: ["GET /v1/moon-phases",',
  );
});
