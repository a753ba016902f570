import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { expect, test } from 'vitest';
import { ask } from '../../public-registry.fixture.ts';
import { agenticResources } from './ard.ts';

const ajv = new Ajv2020({ allErrors: true, strictRequired: false });
addFormatsModule.default(ajv);

/** An entry as specified: three required members, exactly one of url and data, and 2 to 5 queries. */
const entry = {
  type: 'object',
  required: ['identifier', 'displayName', 'type'],
  properties: {
    identifier: { type: 'string', pattern: '^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$' },
    displayName: { type: 'string', minLength: 1 },
    type: { type: 'string', pattern: '^[a-z]+/[a-z0-9.+-]+(; *[a-z]+=("[^"]*"|[^"; ]+))*$' },
    url: { type: 'string', format: 'uri' },
    data: { type: 'object' },
    description: { type: 'string' },
    version: { type: 'string' },
    updatedAt: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { type: 'string' } },
    representativeQueries: { type: 'array', minItems: 2, maxItems: 5, items: { type: 'string' } },
  },
  additionalProperties: false,
  oneOf: [{ required: ['url'] }, { required: ['data'] }],
};

/** The document, valid for both ARD 0.91 and the older catalog format. */
const fits = ajv.compile({
  type: 'object',
  required: ['specVersion', 'entries'],
  properties: {
    specVersion: { const: '1.0' },
    host: {
      type: 'object',
      required: ['displayName'],
      properties: { displayName: { type: 'string' }, documentationUrl: { type: 'string', format: 'uri' } },
      additionalProperties: false,
    },
    entries: { type: 'array', minItems: 1, items: entry },
  },
  additionalProperties: false,
});

test.each(['/.well-known/ard.json', '/.well-known/ai-catalog.json'])('matches both schemas at %s', async path => {
  const document = await (await ask(path)).json();
  expect(fits(document), JSON.stringify(fits.errors)).toBe(true);
  expect(fits({ ...document, entries: [{ ...document.entries[0], data: {} }] })).toBe(false);
  const names = document.entries.map(({ identifier }: { identifier: string }) => identifier);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('urn:air:registry.example:api:registry');
});

test('links each entry to a resource of its type', async () => {
  const { entries } = await (await ask('/.well-known/ard.json')).json();
  for (const { url, type } of entries) {
    const response = await ask(new URL(url).pathname);
    expect(response.headers.get('Content-Type')).toContain(type.split(';')[0]);
  }
});

test('uses well-formed names on a host without a domain name', () => {
  const base = 'http://[::1]:4321';
  const addresses = {
    registry: base,
    site: base,
    validator: `${base}/validator`,
    mcp: `${base}/mcp`,
    siteName: 'Harbor APIs',
  };
  expect(fits(JSON.parse(agenticResources(addresses)))).toBe(true);
});
