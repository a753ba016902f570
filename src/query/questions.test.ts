import { expect, test } from 'vitest';
import { rowOf } from '#listing/row.ts';
import { readListings } from '#store/listing-files.ts';
import { buildIndex } from './index-build.ts';
import { indexEngine } from './index-engine.ts';
import { readParameters } from './parameters.ts';
import type { Entry } from './plain-engine.ts';
import questions from './questions.json' with { type: 'json' };

/** Written before the ranking was tuned; of 50 questions in plain words, 45 have to find what fits among the first three. */
const WANTED = 45;

test('questions in plain words find an API that fits', async () => {
  const entries: Entry[] = [];
  for await (const result of readListings({ registry: 'registry' })) {
    if (!result.ok) throw new Error(`${result.file} is broken`);
    entries.push({ row: rowOf(result.value, { registry: '', site: '' }), changedAt: result.value.changed_at });
  }
  const engine = indexEngine(await buildIndex(entries));
  const missed: string[] = [];
  for (const { question, expected } of questions) {
    const parameters = readParameters(new URLSearchParams({ q: question, limit: '3' }));
    if (!parameters.ok) throw new Error(JSON.stringify(parameters.problems));
    const { rows } = await engine.search(parameters.query);
    const ids: string[] = JSON.parse(`[${new TextDecoder().decode(rows)}]`).map((row: { id: string }) => row.id);
    if (!ids.some(id => expected.includes(id))) missed.push(`${question}: ${ids.join(', ')}`);
  }
  expect(questions).toHaveLength(50);
  expect(questions.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(WANTED);
});
