import { expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { planRequest } from './request-plan.ts';

const ORIGIN = 'https://tides.example';

function warningsOf(changes: object, args: Readonly<Record<string, unknown>> = {}): string {
  const manifest = sampleManifest();
  const [first] = manifest.endpoints;
  if (first === undefined) throw new Error('The manifest has no endpoint.');
  return planRequest(manifest, { ...first, parameters: [], ...changes }, args, { origin: ORIGIN }).cautions.join('\n');
}

const parameter = { type: 'object', required: false, description: 'Data.' };

test('has no warning for a free GET request, and one for a request that may change data', () => {
  expect(warningsOf({ path: '/tides' })).toBe('');
  expect(warningsOf({ path: '/tides', method: 'DELETE' })).toBe(
    'DELETE may change data. Ask your user before you send it, unless the user requested it.',
  );
});

test('warns about a body parameter that a whole body omits', () => {
  const body = { ...parameter, name: 'tide', in: 'body' };
  const endpoint = { method: 'POST', path: '/tides', request_body: 'whole' };
  const second = { ...body, name: 'note' };
  expect(warningsOf({ ...endpoint, parameters: [body, second] }, { tide: {}, note: {} })).toContain('not send "note"');
  expect(warningsOf({ ...endpoint, parameters: [body, second] }, { note: {} })).toContain('not send "tide"');
  expect(warningsOf({ ...endpoint, parameters: [body] }, { tide: {} })).not.toContain('not send');
  expect(warningsOf({ ...endpoint, request_body: 'members', parameters: [body, second] })).not.toContain('not send');
});

test.each([
  '/{id:[0-9]+}',
  '/{id:[^/]+}',
  '/files/{+path}',
  '/a{/b}',
  '/a{?q}',
  '/{ids*}',
  '/<int:id>',
  '/:id(\\d+)',
  '/{id?}',
  '/:path*',
  '/files/*',
])('warns about the placeholder in %s', path =>
  expect(warningsOf({ path })).toContain('syntax that manifests do not define'),
);

test.each(['/{id}', '/:id', '/[id]', '/<id>', '/v1/things:list', '/{id}:archive', '/a?q={q}', '/{a}-{b}.{format}'])(
  'does not warn about %s',
  path => expect(warningsOf({ path })).not.toContain('syntax that manifests do not define'),
);

test.each(['/#Action=ListTides', '/tides#harbor&unit=m', '/{id}#lifecycle'])(
  'warns about the fragment of %s, which requests do not send',
  path => expect(warningsOf({ path })).toContain('The path has a fragment'),
);

test('does not warn about a fragment that only names parameters', () => {
  const harbor = { ...parameter, name: 'harbor', type: 'string', in: 'query' };
  expect(warningsOf({ path: '/tides#harbor', parameters: [harbor] })).not.toContain('fragment');
  expect(warningsOf({ path: '/tides#' })).not.toContain('fragment');
});
