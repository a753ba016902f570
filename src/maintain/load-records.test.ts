import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { readRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { loadRecords } from './load-records.ts';

let folder: string;

beforeEach(async () => {
  folder = await makeTemporaryFolder('load-records-');
});

afterEach(() => removeFolder(folder));

async function load(name: string, content: string | Uint8Array) {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const rejected: number[] = [];
  const onRejected = (line: number) => void rejected.push(line);
  const result = await loadRecords(file, { registry: folder }, { now: Date.UTC(2026, 0, 1), onRejected });
  return { ...result, rejected, counts: result };
}

const LINES = ['https://one.example', 'https://two.example'].map(origin =>
  JSON.stringify({ origin, manifest: sampleRecord(origin).manifest }),
);

test('writes a record for each line, skips empty lines, and reports invalid ones', async () => {
  const { counts, rejected } = await load('all.ndjson', `${LINES[0]}\n\n{"origin":\n${LINES[1]}\n`);
  expect([counts, rejected]).toEqual([{ written: 2, rejected: 1 }, [3]]);
  expect(await readRecord(folder, 'two.example')).toMatchObject({ value: { created_at: '2026-01-01T00:00:00Z' } });
});

test('reads gzipped lines', async () => {
  expect((await load('all.ndjson.gz', gzipSync(LINES.join('\n')))).counts).toEqual({ written: 2, rejected: 0 });
});

test('rejects a missing or damaged file in one sentence', async () => {
  const options = { now: 0, onRejected: () => undefined };
  const missing = path.join(folder, 'missing.ndjson');
  await expect(loadRecords(missing, { registry: folder }, options)).rejects.toThrow(/^Cannot load .*ENOENT/);
  await expect(load('damaged.gz', 'not gzipped')).rejects.toThrow(/^Cannot load .*incorrect header check\.$/);
});

test('writes the last of several lines with the same origin', async () => {
  const { manifest } = sampleRecord('https://one.example');
  const lines = Array.from({ length: 50 }, (_, n) =>
    JSON.stringify({ origin: 'https://one.example', manifest: { ...manifest, version: `1.0.${n}` } }),
  );
  expect((await load('all.ndjson', lines.join('\n'))).counts).toEqual({ written: 50, rejected: 0 });
  expect(await readRecord(folder, 'one.example')).toMatchObject({ value: { manifest: { version: '1.0.49' } } });
});

test('removes the drafts of a killed run, but not those of a running process', async () => {
  const records = path.join(folder, 'listings/on');
  await mkdir(records, { recursive: true });
  // No process has an id that is so high.
  const [abandoned, current] = [2 ** 30, process.pid].map(pid => `two.example.json.${pid}.draft`);
  for (const draft of [abandoned, current]) await writeFile(path.join(records, String(draft)), '{');
  await load('all.ndjson', String(LINES[0]));
  expect(await readdir(records)).toEqual(['one.example.json', current]);
});

test('reports a folder that it cannot write, without an unhandled rejection', async () => {
  const [from, to] = [path.join(folder, 'all.ndjson'), path.join(folder, 'file')];
  const lines = Array.from({ length: 200 }, (_, n) => (LINES[0] ?? '').replace('one.example', `n${n}.example`));
  await writeFile(from, lines.join('\n'));
  await writeFile(to, '');
  const options = { now: 0, onRejected: () => undefined };
  await expect(loadRecords(from, { registry: to }, options)).rejects.toThrow(/^Cannot write to .*ENOTDIR: .*folder\.$/);
});
