import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Measurement } from '#site/performance/measurement.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { measurePart, writeResults } from './results.ts';

let folder: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder('bench-results-');
});

afterAll(() => removeFolder(folder));

const part = (name: string, value: number) => measurePart(name, true, async () => [{ name: 'a', value, unit: 's' }]);
const read = async (file: string): Promise<Measurement> => JSON.parse(await readFile(file, 'utf8'));

test('replaces the results of a repeated part and keeps the others', async () => {
  const file = path.join(folder, 'figures.json');
  for (const [name, value] of [
    ['query', 1],
    ['serve', 2],
    ['query', 3],
  ] as const) {
    await writeResults(file, await part(name, value));
  }
  const { parts } = await read(file);
  expect(parts.map(({ name, figures }) => [name, figures[0]?.value])).toEqual([
    ['query', 3],
    ['serve', 2],
  ]);
});

test('rejects results from a second machine in one file', async () => {
  const file = path.join(folder, 'other.json');
  await writeResults(file, await part('query', 1));
  const { machine, parts } = await read(file);
  await writeFile(file, JSON.stringify({ machine: { ...machine, cpu: 'Abacus' }, parts }));
  await expect(writeResults(file, await part('serve', 2))).rejects.toThrow('another machine');
  expect((await read(file)).parts).toHaveLength(1);
});
