import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lintManifest } from '#manifest/lint.ts';
import { validateManifest } from '#manifest/validate.ts';
import { type Behavior, DEFAULT_BEHAVIOR } from './behavior.ts';
import { createExampleManifest } from './example-manifest.ts';
import { createExamplePublisher, type ExamplePublisher } from './publisher.ts';

let publisher: ExamplePublisher;

beforeEach(async () => {
  publisher = await createExamplePublisher({ now: () => Date.UTC(2026, 5, 21, 12) });
});

afterEach(async () => {
  await publisher.close();
});

async function get(path: string, init: RequestInit = {}) {
  const response = await fetch(publisher.origin + path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test.each<Behavior['payment']>(['none', 'x402-v1', 'x402-v2', 'onboarding'])(
  'serves a valid manifest without warnings for payment %s',
  payment => {
    for (const auth of [false, true]) {
      const manifest = createExampleManifest('https://daylight.registry-tests.net', {
        ...DEFAULT_BEHAVIOR,
        payment,
        auth,
      });
      expect(validateManifest(manifest)).toMatchObject({ valid: true, findings: [] });
      expect(lintManifest(manifest, Date.UTC(2026, 10, 21)).filter(({ severity }) => severity === 'warning')).toEqual(
        [],
      );
    }
  },
);

describe('its API', () => {
  test('computes results', async () => {
    expect(await get('/v1/moon?date=2024-03-10')).toMatchObject({ status: 200, body: { phase: 'new' } });
    expect(await get('/v1/daylight?latitude=51.5&longitude=-0.13')).toMatchObject({
      status: 200,
      body: { date: '2026-06-21', sunrise: expect.stringMatching(/^2026-06-21T03:4/) },
    });
    expect(await get('/v1/places/tromso/daylight')).toMatchObject({
      body: { name: 'Tromsø', day_length_minutes: 1440 },
    });
  });

  test.each([
    '/v1/daylight',
    '/v1/daylight?latitude=91&longitude=0',
    '/v1/moon?date=tomorrow',
    '/v1/moon?date=2026-02-30x',
  ])('rejects %s with 400', async path => {
    expect((await get(path)).status).toBe(400);
  });

  test.each(['/', '/v1/places/atlantis/daylight', '/v1/places/constructor/daylight', '/v1/keys', '/.well-known/x402'])(
    'returns 404 for %s',
    async path => {
      expect((await get(path)).status).toBe(404);
    },
  );

  test('issues keys and accepts them', async () => {
    publisher.set({ auth: true });
    expect((await get('/v1/places')).status).toBe(401);
    expect((await get('/v1/places', { headers: { 'x-api-key': 'made up' } })).status).toBe(401);
    const { body } = await get('/v1/keys', { method: 'POST' });
    expect((await get('/v1/places', { headers: { 'x-api-key': body.api_key } })).status).toBe(200);
  });

  test('requires payment', async () => {
    publisher.set({ payment: 'x402-v1' });
    expect(await get('/v1/moon')).toMatchObject({ status: 402, body: { x402Version: 1 } });
    expect((await get('/v1/places')).status).toBe(200);
    expect((await get('/.well-known/x402')).status).toBe(200);
  });
});
