import { VERSION } from '#manifest/version.ts';
import problems from '#registry/problems.json' with { type: 'json' };
import type { Addresses } from '../config.ts';
import type { ProblemType } from '../http/problem.ts';
import { pagePaths } from './openapi-pages.ts';
import { listingParameters } from './openapi-parameters.ts';
import { arrayOf, enveloped, object, ref, type Schema, schemas, text } from './openapi-schemas.ts';

/** `GET /openapi.json`: the description of this API in OpenAPI 3.1. */
export function openapi(addresses: Addresses): string {
  return JSON.stringify({
    openapi: '3.1.1',
    info: {
      title: addresses.siteName,
      version: VERSION,
      summary: 'A public index of APIs with machine-readable manifests.',
      description:
        'Read operations need no credentials and answer to any origin (CORS). Every GET answers HEAD, carries a strong ETag, and has a file of the same path with the ending `.json`. Failures are problem details (RFC 9457).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: addresses.registry }],
    externalDocs: { url: addresses.site },
    paths: withOtherFailures(paths()),
    components: { schemas: schemas() },
  });
}

/** What no operation names is not its own: a malformed address, a wrong method, a fault of ours. */
function withOtherFailures(described: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const content = { 'application/problem+json': { schema: ref('Problem') } };
  const other = { description: 'Any other failure, as problem details.', content };
  const withOther = (operation: unknown) => {
    const { responses, ...rest } = operation as { readonly responses: Schema };
    return { ...rest, responses: { ...responses, default: other } };
  };
  const methods = (path: Schema) =>
    Object.fromEntries(Object.entries(path).map(([method, operation]) => [method, withOther(operation)]));
  return Object.fromEntries(Object.entries(described).map(([path, each]) => [path, methods(each)]));
}

function paths(): Readonly<Record<string, Schema>> {
  return {
    '/': {
      get: operation(
        'getRoot',
        'Root document',
        'What this registry is, and where its resources are. Answers HTML or Markdown to who prefers it.',
        {
          200: {
            ...ok(ref('RootDocument')),
            content: {
              ...jsonContent(ref('RootDocument')),
              'text/html': { schema: text },
              'text/markdown': { schema: text },
            },
          },
        },
      ),
    },
    '/listings': {
      get: {
        ...operation(
          'listListings',
          'List, filter and search',
          'One page of the listings that match. Filters combine with AND.',
          {
            200: {
              ...ok(
                enveloped(
                  object({
                    listings: arrayOf(ref('Row')),
                    count: integer('Rows on this page.'),
                    total: integer('Matches on all pages.'),
                  }),
                  {
                    query: ref('Query'),
                    links: ref('PageLinks'),
                    generated_at: {
                      type: ['string', 'null'],
                      format: 'date-time',
                      description: 'The moment of the newest data.',
                    },
                  },
                ),
              ),
              headers: { Link: { description: 'The addresses of meta.links (RFC 8288).', schema: text } },
            },
            ...failures('invalid-query', 'address-too-long'),
          },
        ),
        parameters: listingParameters(),
      },
    },
    '/listings/{id}': {
      get: {
        ...operation(
          'getListing',
          'One listing',
          'Everything that the registry holds of one API, its complete manifest included.',
          {
            200: ok(enveloped(ref('Detail'))),
            ...failures('invalid-query', 'not-found'),
          },
        ),
        parameters: [{ name: 'id', in: 'path', required: true, schema: text, example: 'api.open-meteo.com' }],
      },
    },
    '/listings/{id}/history': {
      get: {
        ...operation(
          'getListingHistory',
          'What changed in a listing',
          'The versions of its manifest with the differences in words, newest first.',
          {
            200: ok(enveloped(ref('History'))),
            ...failures('invalid-query', 'not-found'),
          },
        ),
        parameters: [{ name: 'id', in: 'path', required: true, schema: text, example: 'api.open-meteo.com' }],
      },
    },
    '/facets': {
      get: {
        ...operation(
          'countFacets',
          'Count by filter',
          'How many listings match, and how many would with each value of each filter, all other filters applied. Takes the parameters of GET /listings; those for sorting and paging change nothing. Of the payment currencies, the 100 most common are counted.',
          {
            200: ok(
              enveloped(ref('FacetCounts'), {
                query: ref('Query'),
                generated_at: {
                  type: ['string', 'null'],
                  format: 'date-time',
                  description: 'The moment of the newest data.',
                },
              }),
            ),
            ...failures('invalid-query', 'address-too-long'),
          },
        ),
        parameters: listingParameters(),
      },
    },
    '/feed.xml': {
      get: operation('getAtomFeed', 'What is new, as Atom', 'Listings added, changed, lapsed and withdrawn.', {
        200: file('application/atom+xml'),
      }),
    },
    '/feed.json': {
      get: operation('getJsonFeed', 'What is new, as JSON Feed', 'Listings added, changed, lapsed and withdrawn.', {
        200: file('application/feed+json', { type: 'object' }),
      }),
    },
    '/categories': {
      get: operation('listCategories', 'Categories', 'Both vocabularies of categories with meanings and counts.', {
        200: ok(enveloped(ref('Categories'))),
        ...failures('invalid-query'),
      }),
    },
    '/agents': {
      get: operation('getGuidance', 'Guidance for agents', 'How an agent finds an API here, and how to list one.', {
        200: ok(enveloped(ref('Guidance'), { ai_agent_notice: text })),
        ...failures('invalid-query'),
      }),
    },
    '/llms.txt': {
      get: operation('getLlmsTxt', 'Overview for language models', 'In the form of llmstxt.org.', { 200: plain() }),
    },
    '/llms-full.txt': {
      get: operation(
        'getLlmsFullTxt',
        'The overview in full',
        'The overview and the whole documentation in one file.',
        { 200: plain() },
      ),
    },
    '/health': {
      get: operation('getHealth', 'Health', 'Whether the registry answers, and how old its data is.', {
        200: ok(ref('Health')),
      }),
    },
    '/openapi.json': {
      get: operation('getOpenapi', 'This description', 'The description that you are reading.', {
        200: { description: 'OK', content: { 'application/vnd.oai.openapi+json': { schema: { type: 'object' } } } },
      }),
    },
    '/schemas/{version}/manifest.json': {
      get: {
        ...operation(
          'getSchema',
          'A manifest schema',
          'The JSON Schema (2020-12) of one version of the manifest format.',
          {
            200: { description: 'OK', content: { 'application/schema+json': { schema: { type: 'object' } } } },
            ...failures('not-found'),
          },
        ),
        parameters: [{ name: 'version', in: 'path', required: true, schema: { enum: ['v0.3', 'v0.2'] } }],
      },
    },
    '/listings/submit': {
      post: {
        ...operation(
          'submitListing',
          'Submit an API',
          'Takes the address of an API in. Its checks run on their own; follow status_url. While a submission of the same origin is open, it is the answer; submitting a listed origin asks for a re-check.',
          {
            202: {
              ...ok(ref('Submission')),
              description: 'Taken in',
              headers: {
                Location: { description: 'Where its state can be read.', schema: { ...text, format: 'uri' } },
              },
            },
            ...BODY_FAILURES,
            ...failures('address-refused', 'too-many-requests', 'not-implemented', 'unavailable'),
          },
        ),
        requestBody: body(object({ url: addressOfApi })),
      },
    },
    '/listings/submit/{submission_id}/status': {
      get: {
        ...operation(
          'getSubmission',
          'How a submission stands',
          'Ask again, after Retry-After, until status is approved or rejected.',
          {
            200: ok(ref('Submission')),
            ...failures('invalid-query', 'not-found', 'not-implemented', 'unavailable'),
          },
        ),
        parameters: [{ name: 'submission_id', in: 'path', required: true, schema: text }],
      },
    },
    ...pagePaths(failures('not-found')),
    '/validate': { post: validation('validate') },
    '/validator/validate': { post: validation('validateAtValidator') },
    '/validator': {
      get: operation('getValidator', 'The validator', 'What the validator is, and where its resources are.', {
        200: ok(ref('RootDocument')),
      }),
    },
    '/validator/agents': {
      get: operation(
        'getValidatorGuidance',
        'Guidance for agents on the validator',
        'How an agent checks an API before it is listed.',
        {
          200: ok(enveloped({ type: 'object', additionalProperties: true }, { ai_agent_notice: text })),
        },
      ),
    },
  };
}

function operation(
  operationId: string,
  summary: string,
  description: string,
  responses: Readonly<Record<string, Schema>>,
): Schema {
  return { operationId, summary, description, responses };
}

function ok(schema: Schema): Schema {
  return { description: 'OK', content: jsonContent(schema) };
}

function plain(): Schema {
  return file('text/plain');
}

function file(type: string, schema: Schema = text): Schema {
  return { description: 'OK', content: { [type]: { schema } } };
}

function jsonContent(schema: Schema): Readonly<Record<string, Schema>> {
  return { 'application/json': { schema } };
}

function integer(description: string): Schema {
  return { type: 'integer', minimum: 0, description };
}

/** The answers that an operation gives when it fails, by status. */
function failures(...types: readonly ProblemType[]): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    types.map(type => {
      const { status, title, explanation } = problems[type];
      return [
        status,
        {
          description: `${title}. ${explanation}`,
          content: { 'application/problem+json': { schema: ref('Problem') } },
        },
      ];
    }),
  );
}

function validation(operationId: string): Schema {
  const description =
    'Given an address, the live checks run on what the origin serves now. Given a manifest, with an address or without, the report is on the manifest alone. It answers 200 whether the checks pass or not.';
  return {
    ...operation(operationId, 'Check an API or a manifest', description, {
      200: ok(ref('Report')),
      ...BODY_FAILURES,
      ...failures('address-refused', 'too-many-requests', 'not-implemented'),
    }),
    requestBody: body({ ...object({ url: addressOfApi, manifest: {} }, ['url', 'manifest']), minProperties: 1 }),
  };
}

const addressOfApi: Schema = {
  ...text,
  format: 'uri',
  description: "The API's address; its origin counts.",
  examples: ['https://api.example.com'],
};

const BODY_FAILURES = failures('invalid-body', 'body-too-large', 'unsupported-media-type');

function body(schema: Schema): Schema {
  return { required: true, content: jsonContent(schema) };
}
