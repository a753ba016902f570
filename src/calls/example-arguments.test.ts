import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { DeclaredEndpoint } from './find-endpoint.ts';
import { planExampleRequest, planRequest } from './request-plan.ts';

const ORIGIN = 'https://api.example.com';

function declare(parameter: object, members: object = {}): DeclaredEndpoint {
  const parameters = [
    { name: 'status', in: 'query', type: 'array of string', required: true, description: 'The states.', ...parameter },
  ];
  const texts = { description: 'Returns pets.', response_description: 'A list of pets.' };
  return { path: '/v1/pets', method: 'GET', ...texts, parameters, ...members } as DeclaredEndpoint;
}

describe('the example of a list parameter', () => {
  test.each<[object, string]>([
    [{ enum: ['available', 'sold'] }, '?status=available'],
    [{ default: 'sold' }, '?status=sold'],
    [{ type: 'list', example: 5 }, '?status=5'],
    [{ type: 'string[]', example: ['a', 'b'] }, '?status=a&status=b'],
    [{ type: 'array', example: '["a","b"]' }, '?status=a&status=b'],
    [{ type: 'array', default: '["a","b"]' }, '?status=a&status=b'],
    [{ example: 'Oslo, Norway' }, '?status=Oslo%2C%20Norway'],
    [{ example: 'a, b', explode: false }, '?status=a,b'],
    [{ example: 'a|b', style: 'pipeDelimited' }, '?status=a%7Cb'],
    [{ example: 'a,b', enum: ['a', 'b'] }, '?status=a&status=b'],
    [{ example: 'a,b', enum: ['a,b', 'a', 'b'] }, '?status=a%2Cb'],
    [{ type: 'string or array', example: 'a,b', explode: false }, '?status=a%2Cb'],
  ])('is a list: %j', (parameter, query) => {
    const { url, findings } = planExampleRequest(sampleManifest(), declare(parameter), { origin: ORIGIN });
    expect({ url, findings }).toEqual({ url: `${ORIGIN}/v1/pets${query}`, findings: [] });
  });

  test('is a list in a JSON body', () => {
    const endpoint = declare({ in: 'body', enum: ['available'] }, { method: 'POST' });
    const { body, findings } = planExampleRequest(sampleManifest(), endpoint, { origin: ORIGIN });
    expect({ body, findings }).toMatchObject({ body: { text: '{"status":["available"]}' }, findings: [] });
  });
});

test.each<[object, unknown, string]>([
  [{}, 'a', '?status=a'],
  [{ explode: false }, 'a,b', '?status=a,b'],
  [{ required: true, default: 'a' }, undefined, '?status=a'],
])('accepts the text of a list outside the body: %j with %j', (parameter, status, query) => {
  const { url, findings } = planRequest(sampleManifest(), declare(parameter), { status }, { origin: ORIGIN });
  expect({ url, findings }).toEqual({ url: `${ORIGIN}/v1/pets${query}`, findings: [] });
});

test('rejects a text for a list in a JSON body', () => {
  const endpoint = declare({ in: 'body' }, { method: 'POST' });
  const { findings } = planRequest(sampleManifest(), endpoint, { status: 'a' }, { origin: ORIGIN });
  expect(findings).toMatchObject([{ parameter: 'status', code: 'wrong_type' }]);
});
