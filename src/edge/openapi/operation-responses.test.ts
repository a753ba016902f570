import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { expect, test } from 'vitest';
import { fileAssets } from '#build/catalog/file-assets.ts';
import type { SubmissionState } from '#contract/submission.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { finding } from '#manifest/finding.ts';
import { SubmissionError, type Submissions } from '#submission/submission.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { createApp } from '../app.ts';
import { addresses, createMemoryCatalog, exportAssets, numberedListings } from '../catalog/catalog.fixture.ts';
import type { LiveContext } from '../context.ts';
import { openapi } from './openapi.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
  readonly schema: Record<string, unknown> & {
    readonly enum?: readonly unknown[];
    readonly items?: { enum?: unknown[] };
  };
}

interface DescribedResponse {
  readonly headers?: Readonly<Record<string, { readonly $ref?: string }>>;
  readonly content?: Readonly<Record<string, object>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

const document = JSON.parse(openapi(addresses));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormatsModule.default(ajv);
ajv.addSchema(document, 'openapi');

const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const NOW = Date.UTC(2026, 10, 21);
const catalog = createMemoryCatalog(numberedListings(3));
const files = await fileAssets('public');
const JSON_TYPE = { 'Content-Type': 'application/json' };

const MEMBERS = {
  submission_id: 'abc',
  listing_id: 'api.example.com',
  url: 'https://api.example.com',
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
} as const;
const failed = reportOnManifest({ text: new TextEncoder().encode('{"name": "a", "name": "b"}') }, NOW);
/** A submission of each state, by its id. */
const STATES: Readonly<Record<string, SubmissionState>> = {
  pending: { ...MEMBERS, status: 'pending' },
  validating: { ...MEMBERS, status: 'validating', checks: failed.checks },
  approved: {
    ...MEMBERS,
    status: 'approved',
    outcome: 'listed',
    similar_names: ['a.example'],
    report: null,
    live: true,
  },
  rejected: {
    ...MEMBERS,
    status: 'rejected',
    reason: 'The manifest is invalid.',
    errors: [...failed.errors, finding('/name', 'type', 'name is invalid.', 'Fix it.', 5)],
    report: failed,
    retryable: false,
  },
};
const submissions: Submissions = {
  submit: async ({ host }) => {
    if (host.startsWith('busy')) throw new SubmissionError('too-many', 'Too many submissions. Retry later.');
    if (host.startsWith('down')) throw new SubmissionError('unavailable', 'GitHub does not respond. Retry later.');
    return { ...MEMBERS, status: 'pending' };
  },
  status: async id => STATES[id],
};

test.each(operations.map(each => [each.operation.operationId, each] as const))(
  'matches its description with every kind of request: %s',
  async (_id, described) => {
    const problems: string[] = [];
    const statuses = new Set<number>();
    for (const request of listRequests(described)) {
      const response = await ask(request);
      statuses.add(response.status);
      const found = await findDifferences(described, response);
      problems.push(...found.map(each => `${request.method} ${request.url} returned ${response.status}: ${each}`));
    }
    expect(problems.slice(0, 5)).toEqual([]);
    expect([...statuses]).toContain(described.method === 'get' ? 304 : 400);
  },
);

test.each(['/validate', '/listings/submit'])('describes the rate limit and the delay after it: %s', async path => {
  const { fetch } = createRegistry({ validate: 1, submit: 1 });
  const described = operations.find(each => each.path === path);
  if (!described) throw new Error(`No operation at ${path}`);
  const statuses: number[] = [];
  for (const _ of [1, 2]) {
    const response = await fetch(post(path, { url: 'https://api.example.com' }), { client: '203.0.113.9' });
    statuses.push(response.status);
    expect([response.headers.has('RateLimit'), response.headers.has('RateLimit-Policy')]).toEqual([true, true]);
    expect(response.headers.has('Retry-After')).toBe(response.status !== 200);
    expect(await findDifferences(described, response)).toEqual([]);
  }
  expect(statuses[1]).toBe(429);
});

function createRegistry(limits: LiveContext['limits'] = { validate: undefined, submit: undefined }) {
  const live: LiveContext = {
    verify: async () => failed,
    fetch: async () => Promise.reject(new Error('Unexpected request.')),
    blocklist: () => undefined,
    now: () => NOW,
    submissions,
    limits,
  };
  return createApp({ addresses, catalog: () => catalog, assets: exportAssets(catalog, files), live });
}

const registry = createRegistry();

async function ask(request: Request): Promise<Response> {
  return registry.fetch(request);
}

/** Returns requests with valid and invalid values for each parameter, media type, and condition of an operation. */
function listRequests({
  path,
  method,
  operation: { parameters = [], responses },
}: (typeof operations)[number]): Request[] {
  if (method === 'post')
    return listBodies()
      .map(body => post(path, body))
      .concat(listOtherPosts(path));
  const own = parameters.find(each => each.in === 'path');
  const ids = own
    ? [...(own.schema.enum ?? []), own.example, 'api-1.example', 'none.example', '%ff', ...Object.keys(STATES)]
    : [''];
  const paths = ids.filter(each => each !== undefined).map(id => path.replace(/\{\w+\}/, String(id)));
  const query = parameters.filter(each => each.in === 'query').flatMap(listQueries);
  const [first = path] = paths;
  const types = Object.keys(responses[200]?.content ?? {});
  return [
    ...paths.map(each => get(each)),
    ...paths.map(each => get(each, { 'If-None-Match': '*' })),
    ...['?unknown=1', `?q=${'a'.repeat(9000)}`, ...query].map(search => get(first + search)),
    ...[...types, 'image/png', '*/*', ''].map(type => get(first, { Accept: type })),
    ...['PUT', 'DELETE'].map(each => new Request(addresses.registry + first, { method: each })),
  ];
}

function listQueries({ name, schema, example }: Parameter): string[] {
  const values = [
    ...(schema.enum ?? schema.items?.enum ?? []),
    example,
    schema.minimum,
    schema.maximum,
    'true',
    '',
    '-1',
    'é',
    '%ff',
    'x'.repeat(300),
  ];
  const given = values.filter(value => value !== undefined).map(value => `?${name}=${value}`);
  return [...given, `?${name}=a&${name}=b`, `?${name}[]=a`, `?${name}`];
}

/** Bodies for both operations with a body. A string is the text of the body. */
function listBodies(): unknown[] {
  const manifest = sampleManifest();
  const urls = ['https://api.example.com', 'http://api.example.com', 'https://10.0.0.1', 'x', '', 5, null];
  const hosts = ['https://busy.example.com', 'https://down.example.com'];
  const broken = [
    '',
    '{',
    '[]',
    'null',
    '{}',
    '{"url":"a","url":"b"}',
    '{"manifest":{"a":1,"a":2}}',
    '{"manifest":{"a":}}',
  ];
  const deep = `{"manifest":${'['.repeat(80)}${']'.repeat(80)}}`;
  const invalid = [
    {},
    [],
    null,
    5,
    'text',
    { ...manifest, name: 'ab', categories: 'x' },
    { ...manifest, endpoints: [] },
  ];
  return [
    ...[...urls, ...hosts].map(url => ({ url })),
    ...[manifest, ...invalid].map(each => ({ manifest: each })),
    ...[...broken, deep, `{"x":"${'y'.repeat(1_100_000)}"}`],
  ];
}

function listOtherPosts(path: string): Request[] {
  const body = JSON.stringify({ manifest: sampleManifest() });
  const send = (headers: Record<string, string>) =>
    new Request(addresses.registry + path, { method: 'POST', body, headers });
  return [
    send({ 'Content-Type': 'text/plain' }),
    send({ ...JSON_TYPE, 'Content-Encoding': 'gzip' }),
    send({ ...JSON_TYPE, Accept: 'application/x-ndjson' }),
    get(path),
  ];
}

function get(path: string, headers: Record<string, string> = {}): Request {
  return new Request(addresses.registry + path, { headers });
}

function post(path: string, body: unknown): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Request(addresses.registry + path, { method: 'POST', body: text, headers: JSON_TYPE });
}

/** The headers that clients act on. A response must have none that its description omits. */
const CLIENT_HEADERS = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Allow',
  'Accept',
  'Accept-Encoding',
];

/** Returns the differences between a response and the description of its operation. */
async function findDifferences(
  { path, method, operation }: (typeof operations)[number],
  response: Response,
): Promise<string[]> {
  const exact = operation.responses[response.status];
  const status = exact ? String(response.status) : 'default';
  if (response.status === 500 || (!exact && response.status < 400)) return ['the status is not described'];
  const described = exact ?? operation.responses.default ?? {};
  const place = ['paths', path, method, 'responses', status];
  return [
    ...findHeaderDifferences(described, response.headers),
    ...(response.status === 304 ? [] : await findBodyDifferences(described, place, response)),
  ];
}

function findHeaderDifferences({ headers = {} }: DescribedResponse, sent: Headers): string[] {
  const names = Object.keys(headers);
  const extra = CLIENT_HEADERS.filter(name => sent.has(name) && !names.includes(name));
  const missing = names.filter(name => !sent.has(name) && resolve(headers[name]?.$ref).required === true);
  return [...extra.map(name => `${name} is not described`), ...missing.map(name => `${name} is missing`)];
}

function resolve(reference = ''): { readonly required?: boolean } {
  return document.components.headers[reference.slice(reference.lastIndexOf('/') + 1)] ?? {};
}

async function findBodyDifferences(
  { content = {} }: DescribedResponse,
  place: readonly string[],
  response: Response,
): Promise<string[]> {
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? '';
  if (content[type] === undefined) return [`${type} is not described`];
  const body = await response.text();
  if (!/[/+]json$/.test(type)) return [];
  const pointer = [...place, 'content', type, 'schema'].map(part =>
    encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  const validate = ajv.getSchema(`openapi#/${pointer.join('/')}`);
  if (!validate) return [`no schema at ${pointer.join('/')}`];
  return validate(JSON.parse(body)) ? [] : [`${ajv.errorsText(validate.errors)}: ${body.slice(0, 200)}`];
}
