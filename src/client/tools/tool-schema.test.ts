import { expect, test } from 'vitest';
import { measureCpuMs } from '#manifest/cpu-time.fixture.ts';
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
  ['array of '.repeat(20_000), {}],
])('converts the type %.40s to %j', (type, expected) => {
  const parameter = { name: 'a', in: 'body', type, required: false, description: '' } as const;
  expect(createToolInput([parameter]).schema.properties.a).toEqual({ ...expected, description: '' });
});

test.each<[string, object, object]>([
  ['array of string', { enum: ['a'] }, { type: 'array', items: { type: 'string', enum: ['a'] } }],
  ['array', { enum: ['a'], default: 'a' }, { type: 'array', items: { enum: ['a'] }, default: ['a'] }],
  ['array of string', { example: 'a' }, { type: 'array', items: { type: 'string' }, examples: [['a']] }],
  ['array of string or null', { enum: ['a'] }, { type: ['array', 'null'], items: { type: 'string', enum: ['a'] } }],
  ['string or array of string', { enum: ['a'] }, { type: ['string', 'array'], items: { type: 'string' } }],
  ['string or null', { enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
  ['string', { enum: ['a'], default: 'a' }, { type: 'string', enum: ['a'], default: 'a' }],
])('allows values of the type %s with %j', (type, members, expected) => {
  const parameter = { name: 'a', in: 'query', type, required: false, description: '', ...members } as const;
  expect(createToolInput([parameter]).schema.properties.a).toEqual({ ...expected, description: '' });
});

test.each(['a_', '_', '-', '.', ' '])(
  'names the property of a parameter with 300,000 repetitions of %j in little time',
  part => {
    const parameter = { name: `a${part.repeat(300_000)}a`, in: 'query', type: 'string', required: true } as const;
    expect(measureCpuMs(() => createToolInput([{ ...parameter, description: '' }]))).toBeLessThan(400);
  },
);
