import { describe, expect, test } from 'vitest';
import { sampleListing } from '#listing/listing.fixture.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { findRecordProblems } from './find-record-problems.ts';
import type { RecordEndpoint, RecordParameter } from './record-members.ts';

const PHRASES = ['tide tables', 'high water today', 'sea level at a harbor', 'when is low tide', 'moon and tides'];

type Changes = Readonly<Record<string, unknown>>;

/** Returns a record from documentation without problems, except for the changes. */
function record(manifest: Changes = {}, changes: Changes = {}, host = 'api.tides.com'): ListingRecord {
  const { record: sample } = sampleListing(`https://${host}`, {});
  const texts = {
    homepage: 'https://tides.com',
    description: `Tide tables by ${host}.`,
    agent_notes: `Heights at ${host} are in meters above chart datum, times are in UTC, and errors are JSON with a code.`,
    authentication: { required: false, type: 'none', instructions: `No key at ${host}.` },
    contact: { support_url: 'https://tides.com/contact' },
    use_cases: PHRASES.map(phrase => `${phrase} ${host}`),
    endpoints: [endpoint({}, { description: `Reads the tides of ${host}.`, response_description: 'Heights.' })],
  };
  const source = { type: 'documentation', documentation_url: 'https://tides.com/docs', basis: 'knowledge' };
  const id = sample.id;
  return {
    ...sample,
    id,
    source,
    ...changes,
    manifest: { ...sample.manifest, ...texts, ...manifest },
  } as ListingRecord;
}

/** Returns an endpoint with one parameter. */
function endpoint(parameter: Partial<RecordParameter>, changes: Partial<RecordEndpoint> = {}): RecordEndpoint {
  const parameters = [{ name: 'day', in: 'query', type: 'string', required: true, description: 'Day', ...parameter }];
  return {
    path: '/v1/tides',
    method: 'GET',
    description: 'Tides.',
    response_description: 'List.',
    parameters,
    ...changes,
  };
}

const withEndpoint = (...args: Parameters<typeof endpoint>) => record({ endpoints: [endpoint(...args)] });

const body = (example: unknown, changes: Partial<RecordEndpoint> = {}) =>
  withEndpoint(
    { name: 'to', in: 'body', example },
    { method: 'POST', request_content_type: 'application/json', ...changes },
  );

test('accepts a complete record', () => {
  expect(findRecordProblems([record()])).toEqual([]);
});

test.each<[problem: string, changed: ListingRecord, expected: RegExp]>([
  [
    'an example of another type',
    withEndpoint({ type: 'integer', example: '3' }),
    /day: The example "3" is not of type i/,
  ],
  [
    'a default of another type',
    withEndpoint({ type: 'boolean', default: 'true' }),
    /The default "true" is not of type b/,
  ],
  ['an allowed value of another type', withEndpoint({ type: 'number', enum: ['1'] }), /allowed value "1" is not of/],
  ['an example outside of enum', withEndpoint({ enum: ['a', 'b'], example: 'a,c' }), /example "a,c" is not in enum/],
  ['an object instead of a list', withEndpoint({ type: 'array', example: {} }), /not of type array/],
  ['a list instead of an object', withEndpoint({ type: 'object', example: [] }), /not of type object/],
  ['a body of GET', withEndpoint({ in: 'body' }), /A GET request has no body/],
  ['a body without a type', withEndpoint({ in: 'body' }, { method: 'POST' }), /request_content_type is missing/],
  ['a body without a required member', body('a', { request_example: {} }), /request_example lacks to/],
  ['a body with another member', body('a', { request_example: { to: 'a', cc: 'b' } }), /has the undeclared cc/],
  [
    'a repeated endpoint',
    record({ endpoints: [endpoint({}), endpoint({})] }),
    /GET \/v1\/tides: The endpoint occurs twice/,
  ],
  ['a parameter without a location', withEndpoint({ in: '' }), /day: Set "in"/],
  ['an undeclared placeholder', withEndpoint({}, { path: '/v1/{port}' }), /port: The path has it/],
  ['a path parameter that the path lacks', withEndpoint({ in: 'path' }), /day: The path does not contain it/],
  ['an optional path parameter', withEndpoint({ in: 'path', required: false }, { path: '/{day}' }), /is required/],
  [
    'a repeated parameter',
    withEndpoint({}, { parameters: [...endpoint({}).parameters, ...endpoint({}).parameters] }),
    /query day: It occurs twice/,
  ],
  [
    'a host without a public suffix',
    record({ homepage: 'https://tides.notatld' }),
    /homepage: .* no known public suffix/,
  ],
  ['an IP address', record({ documentation: 'https://192.0.2.1/docs' }), /no known public suffix/],
  ['a public suffix', record({ homepage: 'https://co.uk' }), /is only a public suffix/],
  [
    'a placeholder in a URL',
    record({ homepage: 'https://{tenant}.tides.com' }),
    /characters that a URL cannot contain/,
  ],
  ['another scheme', record({ contact: { support_url: 'ftp://tides.com' } }), /not an http or https URL/],
  ['credentials in a URL', record({ homepage: 'https://me:secret@tides.com' }), /has credentials/],
  ['a text instead of a URL', record({ homepage: 'tides' }), /is not a URL/],
  [
    'a host of one customer',
    record({}, { url: 'https://harbor.zendesk.com' }),
    /"harbor.zendesk.com" differs per customer/,
  ],
  ['a host with a placeholder', record({}, { url: 'https://your-company.tides.com' }), /differs per customer/],
  ['the mail address of a person', body('jo@tides.com'), /"jo@tides.com" could be the address of a person/],
  ['the number of a person', body('+14155552671'), /"\+14155552671" could be the number of a person/],
  ['a number without a plus', body('14155552671'), /"14155552671" could be the number of a person/],
  ['a payment card', body('5105105105105100'), /could be a card/],
  ['a nested card', body('a', { request_example: { to: [{ card: '5105105105105100' }] } }), /could be a card/],
  ['a live key', body('sk_live_abc123'), /looks like a live credential/],
  ['an example that deletes', withEndpoint({ example: '4711' }, { method: 'DELETE' }), /could delete something/],
  ['a marketing word', record({ description: 'A powerful API for tides.' }), /"powerful" is a marketing word/],
  ['a draft', record({ description: 'TODO: what this API does.' }), /description: It is a draft/],
  ['stray white space', record({ description: 'Tides  and currents.' }), /description: It has stray white space/],
  ['few use cases', record({ use_cases: ['tides'] }), /use_cases: There are 1/],
  ['short notes', record({ agent_notes: 'None.' }), /agent_notes: Explain how/],
  [
    'a missing basis',
    record({}, { source: { type: 'documentation', documentation_url: 'https://tides.com' } }),
    /source.basis/,
  ],
])('reports %s', (_, changed, expected) => {
  const problems = findRecordProblems([changed]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(expected);
});

describe('accepts', () => {
  test.each<[what: string, accepted: ListingRecord]>([
    ['several allowed values in one text', withEndpoint({ enum: ['a', 'b'], example: 'a,b' })],
    ['a type in words', withEndpoint({ type: 'date', example: '2026-01-01' })],
    ['a reserved mail address', body('jo@mail.example.com')],
    ['a number for fiction', body('+12025550100')],
    ['a test card', body('4242424242424242')],
    ['a time in a member called "to"', withEndpoint({ name: 'to', type: 'integer', example: 1767225600 })],
    ['zeros for a deletion', withEndpoint({ example: '00000000-0000' }, { method: 'DELETE' })],
    ['a private suffix', record({ homepage: 'https://tides.github.io' })],
    [
      'a whole body of other members',
      body({ any: 1 }, { request_body: 'whole', request_example: { any: 1 }, parameters: [] }),
    ],
  ])('%s', (_, accepted) => {
    expect(findRecordProblems([accepted])).toEqual([]);
  });
});

describe('the check for repeated texts', () => {
  const other = (manifest: Changes) => record(manifest, {}, 'api.ports.com');

  test('reports the other record, ignoring case and punctuation', () => {
    const text = 'Heights are in meters above chart datum.';
    const notes = `${text} Times at this host are in UTC, and errors are JSON objects with a code.`;
    const problems = findRecordProblems([record({ description: text }), other({ agent_notes: notes.toUpperCase() })]);
    expect(problems).toEqual([
      'api.ports.com: agent_notes: "HEIGHTS ARE IN METERS ABOVE CHART DATUM." is also in api.tides.com. Describe the difference.',
    ]);
  });

  test('reports repeated use cases of two words', () => {
    const phrases = ['a b', 'c d', 'e f', 'g h', 'tide tables'];
    const problems = findRecordProblems([record({ use_cases: PHRASES }), other({ use_cases: phrases })]);
    expect(problems).toEqual([
      'api.ports.com: use_cases/4: "tide tables" is also in api.tides.com. Describe the difference.',
    ]);
  });

  test('allows short texts', () => {
    const short = { endpoints: [endpoint({ description: 'Page number, from 1.' })] };
    expect(findRecordProblems([record(short), other(short)])).toEqual([]);
  });
});

test('ignores manifests of publishers', () => {
  const source = { type: 'publisher', manifest_url: 'https://api.tides.com/.well-known/api-manifest.json' };
  expect(findRecordProblems([record({ description: 'A powerful API.' }, { source })])).toEqual([]);
});
