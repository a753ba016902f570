import { expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { planRequest } from '../request-plan.ts';

const ORIGIN = 'https://api.example.com';

function planPath(path: string, values: Readonly<Record<string, unknown>>, members: object = {}) {
  const parameters = Object.keys(values).map(name => ({
    name,
    in: 'path',
    type: 'any',
    required: true,
    description: name,
    ...members,
  }));
  const texts = { description: 'Returns tides.', response_description: 'A list of tides.' };
  return planRequest(sampleManifest(), { path, method: 'GET', parameters, ...texts }, values, { origin: ORIGIN });
}

test.each<[string, Record<string, unknown>, object]>([
  ['/v1/{id}/tail', { id: ['..'] }, {}],
  ['/v1/{id}/tail', { id: '[".."]' }, { type: 'array' }],
  ['/v1/{id}/tail', { id: ['.'] }, {}],
  ['/v1/{id}/tail', { id: [] }, {}],
  ['/v1/{id}/tail', { id: {} }, {}],
  ['/v1/{id}/tail', { id: [''] }, { style: 'label' }],
  ['/v1/{id}/tail', { id: '' }, { style: 'label' }],
  ['/v1/{id}/tail', { id: '.' }, { style: 'label' }],
  ['/v1/{id}/tail', { id: ['', ''] }, { style: 'label' }],
  ['/v1/{id}/tail', { id: [] }, { style: 'matrix', explode: true }],
  ['/v1/{id}/tail', { id: '..' }, { content_type: 'text/plain' }],
  ['/v1/:id', { id: ['..'] }, {}],
  ['/v1/.{id}', { id: '.' }, {}],
  ['/v1/%2e{id}', { id: '.' }, {}],
  ['/v1/{a}{b}', { a: '.', b: '.' }, {}],
  ['/v1/{a}{b}', { a: '', b: '' }, {}],
])('withholds values that would change the segments of %s: %j with %j', (path, values, members) => {
  const { url, findings } = planPath(path, values, members);
  expect(url).toBe(ORIGIN + path.replace(':id', '{id}'));
  expect(findings.map(({ parameter, code }) => [parameter, code])).toEqual(
    Object.keys(values).map(name => [name, 'invalid_path_value']),
  );
});

test.each<[string, Record<string, unknown>, object, string]>([
  ['/v1/{id}/tail', { id: '' }, { style: 'matrix' }, '/v1/;id/tail'],
  ['/v1/{id}/tail', { id: '.' }, { style: 'matrix' }, '/v1/;id=./tail'],
  ['/v1/{id}/tail', { id: '..' }, { style: 'label' }, '/v1/.../tail'],
  ['/v1/{id}/tail', { id: ['a', ''] }, { style: 'matrix', explode: true }, '/v1/;id=a;id/tail'],
  ['/v1/{id}/tail', { id: { a: 1, b: '' } }, { style: 'matrix', explode: true }, '/v1/;a=1;b/tail'],
  ['/v1/{id}/tail', { id: ['..', '..'] }, {}, '/v1/..,../tail'],
  ['/v1/{id}.json', { id: '..' }, {}, '/v1/...json'],
  ['/v1/{a}...{b}', { a: '', b: 'x' }, {}, '/v1/...x'],
  ['/v1/x?id={id}', { id: '' }, {}, '/v1/x?id='],
  ['/v1/:from-:to', { from: 'A', to: 'B' }, {}, '/v1/A-B'],
  ['/v1/:genus.:species', { genus: 'A', species: 'B' }, {}, '/v1/A.B'],
  ['/v1/<int:id>', { id: 5 }, {}, '/v1/5'],
])('sends values that keep the segments of %s: %j with %j', (path, values, members, expected) => {
  const { url, findings } = planPath(path, values, members);
  expect({ url, findings }).toEqual({ url: ORIGIN + expected, findings: [] });
});

test('reports a line break inside a list for a header', () => {
  const parameter = { name: 'X-Col', in: 'header', type: 'any', required: false, description: 'A value.' };
  const texts = { description: 'Returns tides.', response_description: 'A list of tides.' };
  const endpoint = { path: '/v1', method: 'GET' as const, parameters: [parameter], ...texts };
  const { headers, findings } = planRequest(sampleManifest(), endpoint, { 'X-Col': ['a\nb'] }, { origin: ORIGIN });
  expect(headers).not.toHaveProperty('X-Col');
  expect(findings).toMatchObject([{ parameter: 'X-Col', code: 'invalid_header_value' }]);
});
