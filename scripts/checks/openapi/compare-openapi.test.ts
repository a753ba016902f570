import { expect, test } from 'vitest';
import { parseOpenapiDocument } from '#draft/openapi/openapi-document.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { compareWithOpenapi } from './compare-openapi.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Tides', version: '1.0.0' },
  servers: [{ url: 'https://api.tides.com/v1' }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/harbors/{harborId}/tides': {
      get: {
        parameters: [
          { name: 'harborId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'day', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'days', in: 'query', schema: { type: 'integer' } },
        ],
        responses: {},
      },
    },
    '/alarms': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['level'], properties: { level: { type: 'number' } } },
            },
          },
        },
        responses: {},
      },
    },
  },
};

const KEY = { required: true, type: 'api_key', config: { in: 'header', name: 'X-Key' } };

const HARBOR = { name: 'harbor', in: 'path', type: 'string', required: true };
const DAY = { name: 'day', in: 'query', type: 'string', required: true };
const DAYS = { name: 'days', in: 'query', type: 'integer', required: false };
const LEVEL = { name: 'level', in: 'body', type: 'number', required: true };

const tides = (...parameters: readonly object[]) => ({
  path: '/v1/harbors/{harbor}/tides',
  method: 'GET',
  parameters: [HARBOR, ...parameters],
});
const alarms = (...parameters: readonly object[]) => ({ path: '/v1/alarms', method: 'POST', parameters });

function differencesOf(endpoints: readonly object[], authentication: object = KEY): string[] {
  const document = parseOpenapiDocument(new TextEncoder().encode(JSON.stringify(DOCUMENT)));
  if (!document.ok) throw new Error(document.error);
  const { record } = sampleListing('https://api.tides.com', {});
  const changed = {
    ...record,
    manifest: { ...record.manifest, endpoints, authentication },
  } as unknown as ListingRecord;
  return compareWithOpenapi(changed, document.value);
}

test('accepts a record that agrees, whatever the names of its placeholders', () => {
  expect(differencesOf([tides(DAY, DAYS), alarms(LEVEL)])).toEqual([]);
});

test('accepts a record without optional parameters and other endpoints', () => {
  expect(differencesOf([tides(DAY)])).toEqual([]);
});

test('accepts another base path', () => {
  expect(differencesOf([{ ...tides(DAY), path: '/harbors/{harbor}/tides' }])).toEqual([]);
});

test.each<[difference: string, endpoint: object, expected: string]>([
  ['a path', { ...tides(DAY), path: '/v1/ports' }, 'GET /v1/ports: The document has no such path.'],
  [
    'a longer path',
    { ...alarms(LEVEL), path: '/v1/{x}/alarms/new' },
    'POST /v1/{x}/alarms/new: The document has no such path.',
  ],
  ['a method', { ...alarms(LEVEL), method: 'PUT' }, 'PUT /v1/alarms: The document has POST instead.'],
  ['an undeclared parameter', tides(DAY, { ...DAYS, name: 'unit' }), 'unit: The document does not declare it.'],
  ['a missing required parameter', tides(), 'day: The document requires it in the query.'],
  ['a missing member of the body', alarms(), 'level: The document requires it in the body.'],
  ['a location', tides({ ...DAY, in: 'header' }), 'day: The document has it in the query, the record in the header.'],
  ['an optional parameter that is required', tides({ ...DAY, required: false }), 'day: The document requires it.'],
  [
    'a required parameter that is optional',
    tides(DAY, { ...DAYS, required: true }),
    'days: The document does not require it.',
  ],
  ['a type', tides(DAY, { ...DAYS, type: 'string' }), 'days: The document has type integer, not string.'],
])('reports %s', (_, endpoint, expected) => {
  const differences = differencesOf([endpoint]);
  expect(differences).toHaveLength(1);
  expect(differences[0]).toContain(expected);
});

test.each<[difference: string, authentication: object, expected: string]>([
  ['missing credentials', { required: false, type: 'none' }, 'authentication: The document requires credentials.'],
  [
    'another name',
    { ...KEY, config: { in: 'header', name: 'X-Token' } },
    'authentication: The document has X-Key in the header.',
  ],
  [
    'another place',
    { ...KEY, config: { in: 'query', name: 'X-Key' } },
    'authentication: The document has X-Key in the header.',
  ],
])('reports %s', (_, authentication, expected) => {
  expect(differencesOf([tides(DAY)], authentication)).toContain(expected);
});

test('accepts the place among several credentials', () => {
  const config = { credentials: [{ in: 'query', name: 'app' }, KEY.config] };
  expect(differencesOf([tides(DAY)], { ...KEY, config })).toEqual([]);
});
