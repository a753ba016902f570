import { expect, test } from 'vitest';
import { registryEntries } from '../registry.fixture.ts';
import { normalizeText } from './normalize-text.ts';
import { halfOf, loadSearchTasks, TASK_KINDS } from './search-tasks.fixture.ts';

const tasks = loadSearchTasks();

test('has 200 different tasks of every kind', () => {
  expect(new Set(tasks.map(({ need }) => normalizeText(need))).size).toBe(200);
  for (const kind of TASK_KINDS) expect(tasks.filter(task => task.kind === kind).length).toBeGreaterThanOrEqual(8);
});

test('has 30 needs that no listing serves', () => {
  const unserved = tasks.filter(({ expected }) => expected.length === 0);
  expect(unserved).toHaveLength(30);
  expect(unserved.every(({ kind }) => kind === 'none')).toBe(true);
  expect(tasks.filter(({ kind }) => kind === 'none')).toHaveLength(30);
});

test('names ids of listings, each once', () => {
  for (const { expected } of tasks) {
    expect(new Set(expected).size).toBe(expected.length);
    for (const id of expected) expect(id).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+(_\d+)?$/);
  }
});

test('splits every kind into two halves', () => {
  for (const kind of TASK_KINDS) {
    const ofKind = tasks.filter(task => task.kind === kind);
    const tuning = ofKind.filter(({ half }) => half === 'tuning').length;
    expect(tuning, kind).toBeGreaterThan(ofKind.length / 4);
    expect(tuning, kind).toBeLessThan((ofKind.length * 3) / 4);
  }
});

test.each([
  ['text me when it rains', 'tuning'],
  ['Paket verfolgen', 'tuning'],
  ['tts', 'heldout'],
])('keeps "%s" in the half "%s"', (need, half) => {
  expect(halfOf(need)).toBe(half);
  expect(tasks).toContainEqual(expect.objectContaining({ need, half }));
});

test('names listings that exist', async () => {
  const ids = new Set((await registryEntries()).map(({ row }) => row.id));
  expect(tasks.flatMap(({ expected }) => expected).filter(id => !ids.has(id))).toEqual([]);
});
