import { expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { openApiDocument } from '#edge/openapi/openapi-document.ts';
import type { OpenApi } from '../data/reference.ts';
import { operationsOf } from './api-operations.ts';
import { listResources } from './api-resources.ts';
import { CHAPTERS } from './chapters.ts';

const REGISTRY = 'https://registry.example';
const { addresses } = loadConfig({ REGISTRY_URL: REGISTRY });
const document = openApiDocument(addresses) as unknown as OpenApi;
const resources = listResources(document, REGISTRY);

test('shows each endpoint on the page of one resource', () => {
  const shown = resources.flatMap(({ operations }) => operations.map(({ anchor }) => anchor));
  const all = operationsOf(document, REGISTRY).map(({ anchor }) => anchor);
  expect(shown.toSorted()).toEqual(all.toSorted());
  expect(new Set(shown).size).toBe(shown.length);
});

test('has a chapter for each resource', () => {
  const paths = CHAPTERS.map(({ path }) => path);
  for (const { path, text } of resources) expect([paths.includes(path), text !== ''], path).toEqual([true, true]);
});
