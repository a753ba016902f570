import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { addresses } from './context.fixture.ts';
import { createIdentity } from './identity.ts';

const text = { type: 'string' };
const address = { type: 'string', pattern: '^https?://[^\\s]+$' };
const input = {
  type: 'object',
  properties: {
    description: text,
    isRequired: { type: 'boolean' },
    isSecret: { type: 'boolean' },
    format: { enum: ['string', 'number', 'boolean', 'filepath'] },
    value: text,
    default: text,
    choices: { type: 'array', items: text },
  },
};
const named = (type: object, required: readonly string[]) => ({
  ...input,
  properties: { ...input.properties, type, name: text, valueHint: text },
  required,
});
const remote = {
  type: 'object',
  required: ['type', 'url'],
  properties: {
    type: { enum: ['streamable-http', 'sse'] },
    url: address,
    variables: { type: 'object', additionalProperties: input },
  },
  additionalProperties: false,
};
const packaged = {
  type: 'object',
  required: ['registryType', 'identifier', 'transport'],
  properties: {
    registryType: text,
    identifier: text,
    version: { type: 'string', minLength: 1, not: { const: 'latest' } },
    transport: { type: 'object', required: ['type'], properties: { type: { const: 'stdio' } } },
    packageArguments: {
      type: 'array',
      items: {
        anyOf: [
          { ...named({ const: 'positional' }, ['type', 'value']) },
          { ...named({ const: 'positional' }, ['type', 'valueHint']) },
          { ...named({ const: 'named' }, ['type', 'name']) },
        ],
      },
    },
    environmentVariables: { type: 'array', items: named(text, ['name']) },
  },
  additionalProperties: false,
};

/** The rules of the 2025-12-11 schema of the MCP registry for the members that we use. Other members are rejected. */
const fits = new Ajv2020({ allErrors: true, strict: false }).compile({
  type: 'object',
  required: ['$schema', 'name', 'description', 'version'],
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255 },
    remotes: { type: 'array', items: remote },
    packages: { type: 'array', items: packaged },
  },
  additionalProperties: false,
});

const server = JSON.parse(await readFile('server.json', 'utf8'));

test('matches the schema of the MCP registry', () => {
  expect(fits(server), JSON.stringify(fits.errors)).toBe(true);
  expect(fits({ ...server, name: 'api-registry' })).toBe(false);
  expect(fits({ ...server, remotes: [{ type: 'stdio', url: 'https://registry.example/mcp' }] })).toBe(false);
  expect(fits({ ...server, packages: [{ ...server.packages[0], version: 'latest' }] })).toBe(false);
});

test('matches the identity that the MCP server reports', () => {
  const { title, description, version } = createIdentity(addresses);
  expect(server).toMatchObject({ title, description, version });
});

test('declares each variable of its URLs', () => {
  for (const { url, variables } of server.remotes)
    expect(Array.from(url.matchAll(/\{(\w+)\}/g), ([, name]) => name)).toEqual(Object.keys(variables ?? {}));
});
