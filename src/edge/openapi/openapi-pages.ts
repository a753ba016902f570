import { values } from '#manifest/taxonomy.ts';
import { SKILLS } from '../agents/skills/all-skills.ts';
import { WELL_KNOWN } from '../agents/well-known/descriptions.ts';
import { oneOfTerms, ref, type Schema, text } from './openapi-schemas.ts';

/** The operations that answer documents for programs that read, rather than for those that query. */
export function pagePaths(notFound: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const wellKnown = Object.entries(WELL_KNOWN).map(([path, { operationId, summary, description, type }]) => [
    path,
    { get: { operationId, summary, description, responses: answered(type) } },
  ]);
  return {
    ...Object.fromEntries(wellKnown),
    '/.well-known/agent-skills/{skill}/SKILL.md': {
      get: {
        operationId: 'getSkill',
        summary: 'A skill',
        description: 'Instructions for an agent, as the skill index lists them.',
        parameters: [parameter('skill', 'The name of the skill.', { enum: SKILLS.map(({ name }) => name) })],
        responses: { ...answered('text/markdown'), ...notFound },
      },
    },
    '/api-catalogs/{category}.json': {
      get: {
        operationId: 'getCategoryCatalog',
        summary: 'API catalog of a category',
        description: 'The listed APIs of one category as a link set (RFC 9264), nested in the API catalog.',
        parameters: [parameter('category', 'A category.', oneOfTerms('categories'), values('categories')[0])],
        responses: { ...answered('application/linkset+json'), ...notFound },
      },
    },
    '/apis/{id}/index.md': {
      get: {
        operationId: 'getListingMarkdown',
        summary: 'One listing as Markdown',
        description: 'What it takes to call the API, in at most 8 KB. Every page of the site has such a twin.',
        parameters: [parameter('id', 'The id of the listing.', text, 'api.open-meteo.com')],
        responses: { ...answered('text/markdown'), ...notFound },
      },
    },
    '/export/index.json': {
      get: {
        operationId: 'getExportIndex',
        summary: 'The files of the export',
        description:
          'The whole registry in few files, with sizes and SHA-256: listings-<n>.ndjson holds one listing a line, digests-<n>.ndjson the SHA-256 of the answer to GET /listings/{id} for each.',
        responses: { ...described(ref('ExportIndex')), ...notFound },
      },
    },
    '/export/signature.json': {
      get: {
        operationId: 'getExportSignature',
        summary: 'The signature of the export',
        description:
          'An Ed25519 signature over the digest of /export/index.json, and with it over every digest, with an expiry; or that there is none.',
        responses: { ...described(ref('ExportSignature')), ...notFound },
      },
    },
    '/export/{file}': {
      get: {
        operationId: 'getExportFile',
        summary: 'A file of the export',
        description: 'One JSON value a line, as the index lists it.',
        parameters: [parameter('file', 'The name of the file.', text, 'listings-1.ndjson')],
        responses: { ...answered('application/x-ndjson'), ...notFound },
      },
    },
    '/site/agents': {
      get: {
        operationId: 'getSiteGuidance',
        summary: 'Guidance for agents on the site',
        description: 'What the site has for programs; where the site has an address of its own, it is at its /agents.',
        responses: answered('application/json'),
      },
    },
  };
}

function answered(type: string): Readonly<Record<string, Schema>> {
  const [base = type] = type.split(';');
  const schema = base.endsWith('json') && !base.endsWith('ndjson') ? { type: 'object' } : text;
  return { 200: { description: 'OK', content: { [base]: { schema } } } };
}

function described(schema: Schema): Readonly<Record<string, Schema>> {
  return { 200: { description: 'OK', content: { 'application/json': { schema } } } };
}

function parameter(name: string, description: string, schema: Schema, example?: string): Schema {
  return { name, in: 'path', required: true, description, schema, ...(example !== undefined && { example }) };
}
