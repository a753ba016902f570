import { expect, test } from 'vitest';
import { createToolInput } from './tool-schema.ts';

test.each([
  ['string', { type: 'string' }],
  ['int64', { type: 'integer' }],
  ['array of integer', { type: 'array', items: { type: 'integer' } }],
  ['string[]', { type: 'array', items: { type: 'string' } }],
  ['string or null', { type: ['string', 'null'] }],
  ['integer or string', { type: ['integer', 'string'] }],
  ['array of string or null', { type: ['array', 'null'], items: { type: 'string' } }],
  ['object or whatever', {}],
  ['any', {}],
])('converts the type %s to %j', (type, expected) => {
  const parameter = { name: 'a', in: 'body', type, required: false, description: '' } as const;
  expect(createToolInput([parameter]).schema.properties.a).toEqual({ ...expected, description: '' });
});
