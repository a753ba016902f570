import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { DeclaredEndpoint } from '../find-endpoint.ts';
import { planRequest } from '../request-plan.ts';

function plan(name: string, members: object, config?: object) {
  const authentication = { required: config !== undefined, type: 'api_key', instructions: 'Sign up.', config };
  const manifest = { ...sampleManifest(), authentication } as never;
  const parameters = [{ name, type: 'string', required: true, description: 'A value.' }];
  const texts = { description: 'Returns tides.', response_description: 'A list of tides.' };
  const endpoint = { path: '/v1', method: 'POST', parameters, ...texts, ...members } as DeclaredEndpoint;
  return (args: Readonly<Record<string, unknown>>) =>
    planRequest(manifest, endpoint, args, { origin: 'https://a.example' });
}

describe('a parameter without a location', () => {
  test.each([
    ['api_key', { in: 'query', name: 'api_key' }, 'query'],
    ['x_key', { in: 'header', name: 'X_Key' }, 'header'],
    ['api_key', { in: 'query', name: 'other' }, 'body'],
  ])('has the place of its credential: %s with %j', (name, config, location) => {
    const { parameters, guesses } = plan(name, {}, config)({});
    expect(parameters[0]).toMatchObject({ name, in: location });
    expect(guesses).toMatchObject([
      { member: 'parameters/0/in', value: location },
      ...(location === 'body' ? [{}] : []),
    ]);
  });

  test('is not missing if its credential fills it', () => {
    const { url, body, missing, findings } = plan('api_key', {}, { in: 'query', name: 'api_key' })({});
    expect({ url, body, missing, findings }).toEqual({
      url: 'https://a.example/v1?api_key={API_KEY}',
      body: null,
      missing: [],
      findings: [],
    });
  });

  test.each<[object, string]>([
    [{}, 'query'],
    [{ request_content_type: 'application/json' }, 'body'],
    [{ request_example: { ids: [1] } }, 'body'],
    [{ request_content_type: 'application/json', request_example: { other: 1 } }, 'query'],
  ])('of DELETE is in the body if the endpoint declares one: %j', (members, location) => {
    const { parameters } = plan('ids', { method: 'DELETE', ...members })({ ids: '5' });
    expect(parameters[0]).toMatchObject({ name: 'ids', in: location });
  });
});
