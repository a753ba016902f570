import { expect, test } from 'vitest';
import { createAnchors } from './anchors.ts';

test('creates readable and unique anchors, even for texts that end in a number', () => {
  expect(
    createAnchors('endpoint', ['GET /v1/{id}', 'GET /v1/id', 'GET /', 'GET /v1/id-2', 'GET /v1/id', '/天気']),
  ).toEqual([
    'endpoint-get-v1-id',
    'endpoint-get-v1-id-2',
    'endpoint-get',
    'endpoint-get-v1-id-2-2',
    'endpoint-get-v1-id-3',
    'endpoint',
  ]);
});
