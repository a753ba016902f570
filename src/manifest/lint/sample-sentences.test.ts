import { expect, test } from 'vitest';
import example02 from '#registry/examples/manifest-0.2.json' with { type: 'json' };
import example03 from '#registry/examples/manifest-0.3.json' with { type: 'json' };
import schema02 from '#schemas/v0.2/manifest.json' with { type: 'json' };
import schema03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { SAMPLE_SENTENCES } from './sample-sentences.ts';

const PROSE = new Set(['description', 'agent_notes', 'response_description', 'instructions', 'notes']);
/** Shorter sentences, such as “Send it in the header X-API-Key.”, can be true of any API. */
const MIN_LENGTH = 45;

test('contains each sentence of the example manifests', () => {
  const sentences = [...sentencesIn(example02), ...sentencesIn(example03)];
  expect(sentences.length).toBeGreaterThan(10);
  for (const sentence of sentences) expect(SAMPLE_SENTENCES).toContain(sentence);
});

test('contains each sentence in the examples of the schemas, also of nested members', () => {
  const sentences = [...sentencesInExamples(schema02), ...sentencesInExamples(schema03)];
  expect(new Set(sentences).size).toBeGreaterThan(6);
  for (const sentence of sentences) expect(SAMPLE_SENTENCES).toContain(sentence);
});

test('contains no other sentences', () => {
  const examples = [...sentencesIn(example02), ...sentencesIn(example03)];
  const known = new Set([...examples, ...sentencesInExamples(schema02), ...sentencesInExamples(schema03)]);
  expect([...SAMPLE_SENTENCES].filter(each => !known.has(each))).toEqual([]);
});

/** Returns the sentences in the examples of a schema. */
function sentencesInExamples(schema: unknown, name = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, each]) =>
    key === 'examples' && Array.isArray(each) ? sentencesIn(each, name) : sentencesInExamples(each, key),
  );
}

/** Returns the sentences of the prose members in a value. The items of a list have the name of the list. */
function sentencesIn(value: unknown, name = ''): readonly string[] {
  if (typeof value === 'string') return PROSE.has(name) && value.length >= MIN_LENGTH ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(each => sentencesIn(each, name));
  return Object.entries(value ?? {}).flatMap(([key, each]) => sentencesIn(each, key));
}
