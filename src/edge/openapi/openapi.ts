import { VERSION } from '#manifest/version.ts';
import { COLLECTIONS } from '#query/collections.ts';
import problems from '#registry/problems.json' with { type: 'json' };
import type { Addresses } from '../config.ts';
import type { ProblemType } from '../http/problem.ts';
import { type OperationId, ROUTE_LIST } from '../routes/routes.ts';
import { HEADERS, type HeaderId, refHeaders } from './openapi-headers.ts';
import { pageOperations } from './openapi-pages.ts';
import { listingParameters } from './openapi-parameters.ts';
import { enveloped, ref, schemas } from './openapi-schemas.ts';
import { getTag, listTags } from './openapi-tags.ts';
import { arrayOf, object, oneOfTerms, type Schema, text } from './schema.ts';

/** Creates the body of `GET /openapi.json`: the description of this API in OpenAPI 3.1. */
export function openapi(addresses: Addresses): string {
  return JSON.stringify({
    openapi: '3.1.1',
    info: {
      title: addresses.siteName,
      version: VERSION,
      summary: 'A public index of APIs with machine-readable manifests.',
      description:
        'Read operations need no credentials and allow all origins (CORS). GET endpoints support HEAD and return a strong ETag. Documents without query parameters are also static files, at the same path with the suffix `.json`; on hosts without the application, query strings have no effect. `/listings/by/<parameter>/<value>/<page>.json` has the listings for each value of a filter, up to 100 per page. Errors are problem details (RFC 9457).',
      contact: { name: addresses.siteName, url: addresses.site },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: addresses.registry }],
    externalDocs: { url: addresses.site },
    security: [],
    tags: listTags(),
    paths: paths(),
    components: { schemas: schemas(), headers: HEADERS },
  });
}

/** Creates the paths of the description from the route table. */
function paths(): Readonly<Record<string, Schema>> {
  const described = operations();
  return Object.fromEntries(
    ROUTE_LIST.filter(({ hidden }) => !hidden).map(({ id, method, path }) => [
      path,
      {
        [method.toLowerCase()]: {
          operationId: id,
          tags: [getTag(path)],
          ...withCommonResponses(method, described[id as OperationId]),
        },
      },
    ]),
  );
}

/**
 * Adds the responses that each operation can have: 304 for a read, 400 for a malformed URL, and the default response for all
 * other errors. A successful read has an ETag.
 */
function withCommonResponses(method: string, { responses, ...operation }: Schema): Schema {
  const content = { 'application/problem+json': { schema: ref('Problem') } };
  const other = {
    description: 'Other errors, as problem details.',
    headers: refHeaders('Allow', 'RetryAfter', 'RequestId'),
    content,
  };
  const own = responses as Readonly<Record<string, Schema>>;
  return {
    ...operation,
    responses: { ...failures('malformed-address'), ...own, ...(method === 'GET' && toReads(own[200])), default: other },
  };
}

/** Returns the responses to a successful read. 304 repeats the headers of 200 (RFC 9110, section 15.4.5). */
function toReads(response: Schema | undefined): Readonly<Record<string, Schema>> {
  const read = withHeaders(response, refHeaders('ETag'));
  return { 200: read, 304: { description: 'If-None-Match has the current ETag.', headers: read.headers } };
}

function withHeaders(response: Schema | undefined, added: Schema): Schema {
  return { ...response, headers: { ...(response?.headers as Schema | undefined), ...added } };
}

/** Adds the headers of the rate limit to all responses of an operation. */
function withRateLimit(responses: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const limit = refHeaders('RateLimit', 'RateLimitPolicy');
  return Object.fromEntries(Object.entries(responses).map(([status, each]) => [status, withHeaders(each, limit)]));
}

/** Returns the description of each operation, without its id and path. */
function operations(): Readonly<Record<OperationId, Schema>> {
  return {
    getRoot: operation(
      'Get the root document',
      'Describes the registry and links to its resources. Returns HTML or Markdown if the Accept header prefers it.',
      {
        200: {
          ...ok(ref('RootDocument')),
          headers: refHeaders('Link'),
          content: {
            ...jsonContent(ref('RootDocument')),
            'text/html': { schema: text },
            'text/markdown': { schema: text },
          },
        },
      },
    ),
    listListings: {
      ...operation(
        'List, filter, and search listings',
        'Returns one page of matching listings. Filters combine with AND.',
        {
          200: {
            ...ok(
              enveloped(
                object({
                  listings: arrayOf(ref('Row')),
                  count: integer('Number of listings on this page.'),
                  total: integer('Number of matches on all pages.'),
                }),
                {
                  query: ref('Query'),
                  match: {
                    enum: ['exact', 'partial', 'near', 'none'],
                    description:
                      'Only with q: how well the best listing fits. `exact`: it has every word. `partial`: it is relevant, but does not have every word literally; synonyms, translations, longer words, and similar meanings count. `near`: it has only words with corrected typos, or too small a part of a query of several words to serve the need. `none`: no listing serves this.',
                  },
                  suggestions: {
                    ...object(
                      {
                        spelling: object({ q: text, url: text }),
                        categories: arrayOf(object({ category: oneOfTerms('categories'), url: text })),
                        request_api: { ...text, description: 'URL of the page that explains how to add an API.' },
                      },
                      ['spelling'],
                    ),
                    description: 'Only if match is near or none: other searches to try.',
                  },
                  links: ref('PageLinks'),
                  generated_at: {
                    type: ['string', 'null'],
                    format: 'date-time',
                    description:
                      'Time of the newest change of a listing on this page; null for an empty page. With updated_since, time of the newest data of the registry: start the next poll one day before it, because older changes can follow.',
                  },
                },
                ['match', 'suggestions'],
              ),
            ),
            headers: { Link: { description: 'The pagination links of meta.links (RFC 8288).', schema: text } },
          },
          ...failures('invalid-query', 'address-too-long'),
        },
      ),
      parameters: listingParameters(),
    },
    getListing: {
      ...operation('Get a listing', 'Returns all data about one API, including its full manifest.', {
        200: ok(enveloped(ref('Detail'))),
        ...failures('invalid-query', 'not-found'),
      }),
      parameters: [LISTING_ID],
    },
    getListingHistory: {
      ...operation(
        'Get the history of a listing',
        'Returns the changes of a listing and the differences between its manifests in words, newest first.',
        {
          200: ok(enveloped(ref('History'))),
          ...failures('invalid-query', 'not-found'),
        },
      ),
      parameters: [LISTING_ID],
    },
    getListingManifest: {
      ...operation(
        'Get the manifest of a listing',
        'Returns only the manifest, as a file. If source is "documentation", the publisher of the API can serve this file at /.well-known/api-manifest.json and submit the origin to claim the listing.',
        {
          200: file('application/json', { anyOf: [ref('Manifest03'), ref('Manifest02')] }),
          ...failures('invalid-query', 'not-found'),
        },
      ),
      parameters: [LISTING_ID],
    },
    countFacets: {
      ...operation(
        'Count listings by filter',
        'Returns the number of matching listings, and the number for each value of each filter with all other filters applied. Accepts the parameters of GET /listings; sort and pagination parameters have no effect. Includes the 100 most common payment currencies.',
        {
          200: ok(
            enveloped(ref('FacetCounts'), {
              query: ref('Query'),
              generated_at: {
                type: ['string', 'null'],
                format: 'date-time',
                description: 'Time of the newest data.',
              },
            }),
          ),
          ...failures('invalid-query', 'address-too-long'),
        },
      ),
      parameters: listingParameters(),
    },
    getAtomFeed: operation('Get recent changes as Atom', 'New, changed, lapsed, and withdrawn listings.', {
      200: file('application/atom+xml'),
    }),
    getJsonFeed: operation('Get recent changes as JSON Feed', 'New, changed, lapsed, and withdrawn listings.', {
      200: file('application/feed+json', ref('JsonFeed')),
    }),
    listCategories: operation('List categories', 'Both category vocabularies with descriptions and counts.', {
      200: ok(enveloped(ref('Categories'))),
      ...failures('invalid-query'),
    }),
    listCollections: operation(
      'List curated collections',
      'Sets of APIs on one theme, such as language models or weather, each with ids of listings or a query.',
      {
        200: ok(enveloped(ref('Collections'))),
        ...failures('invalid-query'),
      },
    ),
    getCollection: {
      ...operation(
        'Get a curated collection',
        'Returns one collection with its listings. If a query has more than 100 matches, GET /listings has all pages with `query` as its query string.',
        {
          200: ok(enveloped(ref('CollectionDetail'))),
          ...failures('invalid-query', 'not-found'),
        },
      ),
      parameters: [COLLECTION_ID],
    },
    getCollectionAtomFeed: {
      ...operation('Get recent changes in a collection as Atom', 'Changes of the listings in one collection.', {
        200: file('application/atom+xml'),
        ...failures('not-found'),
      }),
      parameters: [COLLECTION_ID],
    },
    getCollectionJsonFeed: {
      ...operation('Get recent changes in a collection as JSON Feed', 'Changes of the listings in one collection.', {
        200: file('application/feed+json', ref('JsonFeed')),
        ...failures('not-found'),
      }),
      parameters: [COLLECTION_ID],
    },
    getGuidance: operation('Get guidance for agents', 'How to find an API in this registry, and how to list one.', {
      200: ok(enveloped(ref('Guidance'), { ai_agent_notice: text })),
      ...failures('invalid-query'),
    }),
    getLlmsTxt: operation('Get the overview for language models', 'The format is described at llmstxt.org.', {
      200: plain(),
    }),
    getLlmsFullTxt: operation(
      'Get the full documentation',
      'The overview for language models and the complete documentation in one file.',
      { 200: plain() },
    ),
    getHealth: operation('Check health', 'Returns the status of the registry and the age of its data.', {
      200: ok(ref('Health')),
    }),
    getOpenapi: operation('Get the OpenAPI description', 'This OpenAPI document.', {
      200: { description: 'OK', content: { 'application/vnd.oai.openapi+json': { schema: { type: 'object' } } } },
    }),
    getSchema: {
      ...operation('Get a manifest schema', 'The JSON Schema (2020-12) of one version of the manifest format.', {
        200: { description: 'OK', content: { 'application/schema+json': { schema: { type: 'object' } } } },
        ...failures('not-found'),
      }),
      parameters: [FORMAT_VERSION],
    },
    submitListing: {
      ...operation(
        'Submit an API',
        'Queues a submission. Checks run in the background: poll status_url. If a submission of the same origin is open, returns that submission. To recheck a listed API, submit it again.',
        withRateLimit({
          202: {
            ...ok(ref('Submission')),
            description: 'Accepted',
            headers: refHeaders('Location', 'PollAfter'),
          },
          ...BODY_FAILURES,
          ...failures('address-refused', 'too-many-requests', 'not-implemented', 'unavailable'),
        }),
      ),
      requestBody: body(object({ url: apiUrl })),
    },
    getSubmission: {
      ...operation(
        'Get a submission',
        'Returns the status of a submission. Poll until it is approved or rejected, and honor Retry-After.',
        {
          200: { ...ok(ref('Submission')), headers: refHeaders('PollAfter') },
          ...failures('invalid-query', 'not-found', 'not-implemented', 'unavailable'),
        },
      ),
      parameters: [SUBMISSION_ID],
    },
    ...pageOperations(failures('not-found')),
    validate: validation(),
    validateAtValidator: validation(),
    getValidator: operation('Get the validator document', 'Describes the validator and links to its resources.', {
      200: ok(ref('RootDocument')),
    }),
    getValidatorGuidance: operation(
      'Get guidance for agents on the validator',
      'How to check an API before you submit it.',
      {
        200: ok(enveloped({ type: 'object', additionalProperties: true }, { ai_agent_notice: text })),
        ...failures('invalid-query'),
      },
    ),
  };
}

function operation(summary: string, description: string, responses: Readonly<Record<string, Schema>>): Schema {
  return { summary, description, responses };
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

/** The headers of error responses that clients act on. */
const FAILURE_HEADERS: Partial<Readonly<Record<ProblemType, readonly HeaderId[]>>> = {
  'too-many-requests': ['RetryAfter'],
  unavailable: ['RetryAfter'],
  'unsupported-media-type': ['Accept', 'AcceptEncoding'],
};

/** Returns the error responses of an operation by status code. */
function failures(...types: readonly ProblemType[]): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    types.map(type => {
      const { status, title, explanation } = problems[type];
      return [
        status,
        {
          description: `${title}. ${explanation}`,
          ...(FAILURE_HEADERS[type] && { headers: refHeaders(...FAILURE_HEADERS[type]) }),
          content: { 'application/problem+json': { schema: ref('Problem') } },
        },
      ];
    }),
  );
}

function validation(): Schema {
  const description =
    'With `url`, runs the live checks on the origin. With `manifest`, checks only the manifest and sends no requests, even if `url` is present. Returns 200 whether the checks pass or fail. If the Accept header prefers `application/x-ndjson`, the response has one line of JSON per check, as soon as it is completed, and a last line with the report.';
  return {
    ...operation(
      'Check an API or a manifest',
      description,
      withRateLimit({
        200: {
          ...ok(ref('Report')),
          content: {
            ...jsonContent(ref('Report')),
            'application/x-ndjson': {
              schema: {
                ...text,
                description:
                  'Lines of JSON: {"check": …} for each completed check, as in the checks of the report, then {"report": …}. A response without a report was interrupted.',
              },
            },
          },
        },
        ...BODY_FAILURES,
        ...failures('address-refused', 'too-many-requests', 'not-implemented', 'unavailable'),
      }),
    ),
    requestBody: body({ ...object({ url: apiUrl, manifest: {} }, ['url', 'manifest']), minProperties: 1 }),
  };
}

const apiUrl: Schema = {
  ...text,
  format: 'uri',
  description: 'A URL of the API. Only its origin is used.',
  examples: ['https://api.example.com'],
};

const LISTING_ID: Schema = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the listing: the host of the API, followed by `_<port>` if the port is not the default.',
  schema: text,
  example: 'api.open-meteo.com',
};

const SUBMISSION_ID: Schema = {
  name: 'submission_id',
  in: 'path',
  required: true,
  description: 'The id of the submission, from the response to POST /listings/submit.',
  schema: text,
};

const FORMAT_VERSION: Schema = {
  name: 'version',
  in: 'path',
  required: true,
  description: 'The version of the manifest format.',
  schema: { enum: ['v0.3', 'v0.2'] },
};

const COLLECTION_ID: Schema = {
  name: 'collection',
  in: 'path',
  required: true,
  description: 'The id of the collection. GET /collections lists all.',
  schema: { enum: COLLECTIONS.map(({ id }) => id) },
  example: 'weather',
};

const BODY_FAILURES = failures('invalid-body', 'body-too-large', 'unsupported-media-type');

/** Describes a request body, whose unknown members are ignored. */
function body({ additionalProperties, ...schema }: Schema): Schema {
  return { required: true, content: jsonContent(schema) };
}
