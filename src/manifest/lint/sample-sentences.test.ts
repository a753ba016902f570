import { expect, test } from 'vitest';
import example02 from '#registry/examples/manifest-0.2.json' with { type: 'json' };
import example03 from '#registry/examples/manifest-0.3.json' with { type: 'json' };
import schema02 from '#schemas/v0.2/manifest.json' with { type: 'json' };
import schema03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { SAMPLE_SENTENCES } from './sample-sentences.ts';

const PROSE = new Set(['description', 'agent_notes', 'response_description']);

test('contains each text of the example manifests', () => {
  for (const { description, agent_notes, endpoints } of [example02, example03]) {
    const texts = endpoints.flatMap(endpoint => [endpoint.description, endpoint.response_description]);
    for (const text of [description, agent_notes, ...texts]) expect(SAMPLE_SENTENCES).toContain(text);
  }
});

test('contains each example of a text in the schemas', () => {
  const examples = [...examplesOf(schema02, ''), ...examplesOf(schema03, '')];
  expect(examples.length).toBeGreaterThan(3);
  for (const text of examples) expect(SAMPLE_SENTENCES).toContain(text);
});

/** Returns the example texts of the prose members in a schema. */
function examplesOf(schema: unknown, name: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = PROSE.has(name) && 'examples' in schema && Array.isArray(schema.examples) ? schema.examples : [];
  const texts = own.filter(each => typeof each === 'string');
  const parent = Array.isArray(schema) ? name : '';
  return [...texts, ...Object.entries(schema).flatMap(([key, each]) => examplesOf(each, parent || key))];
}
