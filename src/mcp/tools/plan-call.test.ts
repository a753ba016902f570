import { expect, test } from 'vitest';
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
