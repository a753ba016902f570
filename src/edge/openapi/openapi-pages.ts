import { values } from '#manifest/taxonomy.ts';
import { SKILLS } from '../agents/skills/all-skills.ts';
import { WELL_KNOWN, type WellKnownId } from '../agents/well-known/descriptions.ts';
import { refHeaders } from './openapi-headers.ts';
import { ref } from './openapi-schemas.ts';
import { oneOfTerms, type Schema, text } from './schema.ts';

/** The operations that return documents, such as skills, catalogs, Markdown, and export files. */
export function pageOperations(notFound: Readonly<Record<string, Schema>>) {
  const wellKnown = Object.entries(WELL_KNOWN).map(([id, { summary, description, type }]): [string, Schema] => [
    id,
    { summary, description, responses: fileResponse(type, id === 'getApiCatalog' ? refHeaders('Link') : undefined) },
  ]);
  return {
    ...(Object.fromEntries(wellKnown) as Readonly<Record<WellKnownId, Schema>>),
    getSkill: {
      summary: 'Get a skill',
      description: 'Instructions for an agent. The skill index lists all skills.',
      parameters: [parameter('skill', 'The name of the skill.', { enum: SKILLS.map(({ name }) => name) })],
      responses: { ...fileResponse('text/markdown'), ...notFound },
    },
    getCategoryCatalog: {
      summary: 'Get the API catalog of a category',
      description: 'The listed APIs of one category as a link set (RFC 9264). The API catalog links to it.',
      parameters: [parameter('category', 'A category.', oneOfTerms('categories'), values('categories')[0])],
      responses: { ...fileResponse('application/linkset+json'), ...notFound },
    },
    getListingMarkdown: {
      summary: 'Get a listing as Markdown',
      description:
        'Everything that an agent needs to call the API, in at most 8 KB. All pages of the site, except the comparison, have a Markdown version.',
      parameters: [parameter('id', 'The id of the listing.', text, 'api.open-meteo.com')],
      responses: { ...fileResponse('text/markdown'), ...notFound },
    },
    getExportIndex: {
      summary: 'List the files of the export',
      description:
        'The whole registry in a few files, with sizes and SHA-256 digests. listings-<n>.ndjson has one listing per line, digests-<n>.ndjson the SHA-256 of the response to GET /listings/{id} for each.',
      responses: { ...jsonResponse(ref('ExportIndex')), ...notFound },
    },
    getExportSignature: {
      summary: 'Get the signature of the export',
      description:
        'An Ed25519 signature, with an expiry, over the digest of /export/index.json, which covers all other digests. If the export is unsigned, the reason.',
      responses: { ...jsonResponse(ref('ExportSignature')), ...notFound },
    },
    getExportFile: {
      summary: 'Get a file of the export',
      description: 'One JSON value per line. The export index lists all files.',
      parameters: [parameter('file', 'The name of the file.', text, 'listings-1.ndjson')],
      responses: { ...fileResponse('application/x-ndjson'), ...notFound },
    },
    getSiteGuidance: {
      summary: 'Get guidance for agents on the site',
      description:
        'Resources of the site for agents. If the site has its own host, it serves this document at /agents.',
      responses: fileResponse('application/json'),
    },
  };
}

function fileResponse(type: string, responseHeaders?: Schema): Readonly<Record<string, Schema>> {
  const [base = type] = type.split(';');
  const schema = base.endsWith('json') && !base.endsWith('ndjson') ? { type: 'object' } : text;
  const content = { [base]: { schema } };
  return { 200: { description: 'OK', ...(responseHeaders && { headers: responseHeaders }), content } };
}

function jsonResponse(schema: Schema): Readonly<Record<string, Schema>> {
  return { 200: { description: 'OK', content: { 'application/json': { schema } } } };
}

function parameter(name: string, description: string, schema: Schema, example?: string): Schema {
  return { name, in: 'path', required: true, description, schema, ...(example !== undefined && { example }) };
}
