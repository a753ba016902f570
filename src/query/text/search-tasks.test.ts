import { expect, test } from 'vitest';
import { registryEntries } from '../registry.fixture.ts';
import { loadSearchTasks, TASK_KINDS } from './search-tasks.fixture.ts';
import { normalizeText } from './words/normalize-text.ts';

const tasks = loadSearchTasks();

test.each(['tuning', 'heldout'] as const)('has enough tasks of every kind in the half "%s"', half => {
  const ofHalf = tasks.filter(task => task.half === half);
  expect(ofHalf.length).toBeGreaterThanOrEqual(180);
  for (const kind of TASK_KINDS) expect(ofHalf.filter(task => task.kind === kind).length).toBeGreaterThanOrEqual(5);
  expect(ofHalf.filter(({ expected }) => expected.length === 0).length).toBeGreaterThanOrEqual(60);
});

test('repeats no need', () => {
  expect(new Set(tasks.map(({ need }) => normalizeText(need))).size).toBe(tasks.length);
});

test('expects no listing exactly for the needs that no listing serves', () => {
  expect(tasks.filter(({ kind, expected }) => (kind === 'none') !== (expected.length === 0))).toEqual([]);
});

test('names ids of listings, each once', () => {
  for (const { expected } of tasks) {
    expect(new Set(expected).size).toBe(expected.length);
    for (const id of expected) expect(id).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+(_\d+)?$/);
  }
});

test('names listings that exist', async () => {
  const ids = new Set((await registryEntries()).map(({ row }) => row.id));
  expect(tasks.flatMap(({ expected }) => expected).filter(id => !ids.has(id))).toEqual([]);
});
