import { expect, test } from 'vitest';
import { ask } from '../public-registry.fixture.ts';

test.each([
  '/categories',
  '/categories.json',
  '/agents',
  '/validator/agents',
  '/site/agents',
  '/listings/api-1.example',
  '/listings/api-1.example.json',
  '/listings/api-1.example/history',
  '/listings/api-1.example/manifest.json',
])('rejects and names query parameters for %s', async path => {
  const response = await ask(`${path}?fields=name&limit=1&limit=2`);
  expect(response.status).toBe(400);
  const { errors } = await response.json();
  expect(errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(['fields', 'limit']);
  expect((await ask(`${path}?`)).status).toBe(200);
});

test.each(['/', '/health', '/llms.txt'])(
  'accepts any query parameters for %s, which probes and links use',
  async path => {
    expect((await ask(`${path}?utm_source=elsewhere`)).status).toBe(200);
  },
);
