import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { recordPath, recordText } from '#listing/listing-record.ts';
import { MAX_MANIFEST_DEPTH, parseJsonText } from '#manifest/json-text.ts';
import { type FileResult, readRecord, readRecords, writeRecord } from './record-files.ts';
import { makeTemporaryFolder, removeFolder } from './temporary-folder.fixture.ts';
import { makeUnreadable } from './unreadable-file.fixture.ts';

const record = sampleRecord('https://tides.example');
let registry: string;

beforeEach(async () => {
  registry = await makeTemporaryFolder('records-');
  await writeRecord(registry, record);
});
afterEach(() => removeFolder(registry));

test('returns a record with the digest of its content', async () => {
  const [first] = await all();
  expect(first).toMatchObject({ ok: true, value: record, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await all()).toEqual([first]);
  await writeRecord(registry, { ...record, updated_at: '2026-11-21T09:30:00Z' });
  const [changed] = await all();
  expect(changed?.ok && first?.ok && changed.digest !== first.digest).toBe(true);
});

test.each(['tides.example.json', 'ti/deeper/tides.example.json', 'xx/tides.example.json'])(
  'reports a misplaced record at %s',
  async place => {
    const file = path.join(registry, 'listings', place);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, recordText(record));
    const broken = (await all()).filter(result => !result.ok);
    expect(broken).toEqual([
      { ok: false, file, findings: [expect.objectContaining({ pointer: '/id', rule: 'path' })] },
    ]);
    expect(JSON.stringify(broken)).toContain(recordPath(record.id));
  },
);

test.each<[string, unknown]>([
  ['a null', null],
  ['450,000 numbers', Array.from({ length: 450_000 }, () => 1)],
  ['100,000 texts with quotes and brackets', Array.from({ length: 100_000 }, () => '"]}\\')],
])('reads back a manifest of the maximum depth with %s', async (_, innermost) => {
  let deep = innermost;
  for (let level = Array.isArray(innermost) ? 2 : 1; level < MAX_MANIFEST_DEPTH; level++) deep = [deep];
  const written = { ...record, manifest: { ...record.manifest, deep } };
  expect(parseJsonText(JSON.stringify(written.manifest)).ok).toBe(true);
  await writeRecord(registry, written);
  expect(await all()).toEqual([expect.objectContaining({ ok: true, value: written })]);
  expect((await stat(path.join(registry, 'listings', recordPath(record.id)))).size).toBeLessThan(5_000_000);
});

describe('an unreadable file', () => {
  const other = sampleRecord('https://waves.example');
  const at = (place: string) => path.join(registry, 'listings', place);
  let restore: () => void;
  beforeEach(() => writeRecord(registry, other));
  afterEach(() => restore());

  test.each(['EIO', 'EACCES', 'ELOOP'])('with %s does not end the reading of the others', async code => {
    const file = at(recordPath(record.id));
    restore = makeUnreadable(file, code);
    const broken = { ok: false, file, findings: [expect.objectContaining({ message: expect.stringContaining(code) })] };
    expect(await all()).toEqual([broken, expect.objectContaining({ ok: true, value: other })]);
    expect(await readRecord(registry, record.id)).toEqual(broken);
  });

  test('may be a folder of records', async () => {
    const file = path.dirname(at(recordPath(record.id)));
    restore = makeUnreadable(file, 'EACCES');
    expect(await all()).toMatchObject([
      { ok: false, file, findings: [{ rule: 'readable' }] },
      { ok: true, value: other },
    ]);
  });

  test.each(['EMFILE', 'ENFILE'])('ends the reading if the cause is the machine (%s)', async code => {
    restore = makeUnreadable(at(recordPath(record.id)), code);
    await expect(all()).rejects.toMatchObject({ code });
    await expect(readRecord(registry, record.id)).rejects.toMatchObject({ code });
  });
});

test('ignores a partly written file', async () => {
  await writeFile(path.join(registry, 'listings', `${recordPath(record.id)}.123.draft`), '{');
  expect(await all()).toHaveLength(1);
});

async function all(): Promise<FileResult<unknown>[]> {
  const results: FileResult<unknown>[] = [];
  for await (const result of readRecords(registry)) results.push(result);
  return results;
}
