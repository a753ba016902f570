import { expect, test } from 'vitest';
import { planEndpoint } from '../snippets/plan-endpoint.fixture.ts';

function buildParts(value: unknown, members: object = {}) {
  const endpoint = {
    method: 'POST',
    request_content_type: 'multipart/form-data',
    parameters: [{ name: 'a', in: 'body', type: 'any', ...members }],
  };
  const { body } = planEndpoint({ endpoint, args: { a: value } }, 'https://a.example');
  return body?.kind === 'multipart' ? body.parts : undefined;
}

const JSON_TYPE = { name: 'a', content_type: 'application/json' };

test.each([
  ['an object', { x: 1 }, {}, [{ ...JSON_TYPE, text: '{"x":1}' }]],
  [
    'a list of objects',
    [{ x: 1 }, null, { y: 2 }],
    {},
    [
      { ...JSON_TYPE, text: '{"x":1}' },
      { ...JSON_TYPE, text: '{"y":2}' },
    ],
  ],
  ['a list in a list', [[1, 2]], {}, [{ ...JSON_TYPE, text: '[1,2]' }]],
  [
    'an object with a type',
    { x: 1 },
    { content_type: 'application/xml' },
    [{ name: 'a', content_type: 'application/xml', text: '{"x":1}' }],
  ],
  ['an object with a style', { x: 1 }, { style: 'deepObject' }, [{ name: 'a[x]', text: '1' }]],
  ['a list of objects with a style', [{ x: 1 }], { style: 'deepObject' }, [{ name: 'a[0][x]', text: '1' }]],
  ['a list with a style', [1, 2], { explode: false }, [{ name: 'a', text: '1,2' }]],
  ['a text', 'x', {}, [{ name: 'a', text: 'x' }]],
])('builds the parts of %s', (_name, value, members, parts) => {
  expect(buildParts(value, members)).toEqual(parts);
});
