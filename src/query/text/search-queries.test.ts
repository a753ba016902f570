import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { createIndexEngine } from '../engines/index-engine.ts';
import { seeded } from '../entries.fixture.ts';
import type { Entry } from '../entry.ts';
import { buildIndex } from '../index/build-index.ts';
import { DEFAULT_QUERY } from '../query.ts';
import { registryEntries, WORD_VECTORS } from '../registry.fixture.ts';
import { parseRowTexts } from '../row-text.ts';
import { loadKnownItems } from './known-items.fixture.ts';
import questions from './search-queries.json' with { type: 'json' };

/** Chosen before the ranking was tuned: 45 of 50 natural-language queries must find a suitable API in the top three. */
const WANTED = 45;

let entries: readonly Entry[];
let engine: Engine;

beforeAll(async () => {
  entries = await registryEntries();
  engine = createIndexEngine(await buildIndex(entries, { wordVectors: WORD_VECTORS }));
});

test('finds a suitable API for natural-language queries', async () => {
  const missed: string[] = [];
  for (const { question, expected } of questions) {
    const ids = await firstThree(question);
    if (!ids.some(id => expected.includes(id))) missed.push(`${question}: ${ids.join(', ')}`);
  }
  expect(questions).toHaveLength(50);
  expect(questions.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(WANTED);
});

test('finds known listings despite typos', async () => {
  const missed: string[] = [];
  const items = [...loadKnownItems(entries, 200, seeded(3))];
  for (const { kind, id, q } of items) if (!(await firstThree(q)).includes(id)) missed.push(`${kind}: ${q} (${id})`);
  expect(missed.length / items.length, missed.join('\n')).toBeLessThan(0.05);
});

async function firstThree(q: string): Promise<string[]> {
  const { rows } = await engine.search({ ...DEFAULT_QUERY, q, sort: 'relevance', limit: 3 });
  return parseRowTexts(rows).map(row => row.id);
}
