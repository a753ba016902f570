import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unstable_splitSqlQuery as splitByWrangler } from 'wrangler';
import { addresses, createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { INDEX_FOLDER } from '#edge/catalog/index-paths.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import type { Listing } from '#listing/listing.ts';
import { createD1Engine } from '#query/engines/d1/d1-engine.ts';
import { storedDocument } from '#query/engines/d1/database.ts';
import { sqliteDatabase } from '#query/engines/d1/sqlite.fixture.ts';
import { expectSame } from '#query/engines/random-queries.fixture.ts';
import { createReferenceEngine } from '#query/engines/reference-engine.ts';
import { type Entry, toEntry } from '#query/entry.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { indexFiles } from '#query/index/index-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

/** Characters that SQL or a statement splitter could misinterpret. */
const QUOTES = `O'Hara; -- "quoted"\n/* not a comment */ BEGIN`;
const before = [
  sampleListing('https://tides.example', { name: 'Tide tables', description: `Heights of tides. ${QUOTES}` }),
  sampleListing('https://snow.example', { name: 'Snow depths' }),
  sampleListing('https://large.example', { name: 'Many words', agent_notes: `${"'"}🌊`.repeat(60_000) }),
];
const after = [...before.slice(1), sampleListing('https://rain.example', { name: 'Rain radar: forecasts' })];
let folder: string;
let sqlite: DatabaseSync;

beforeAll(async () => {
  folder = await makeTemporaryFolder('fill-d1-');
  sqlite = new DatabaseSync(':memory:');
});
afterAll(() => removeFolder(folder));

test('fills a database from a build with statements that D1 accepts', async () => {
  await build(before);
  const { statements, told } = await fill();
  expect(told).toContain('all tables and 3 listings to write');
  for (const statement of statements) expect(Buffer.byteLength(statement)).toBeLessThan(100_000);
  await expectToHave(before);
});

test('writes only changes to a filled database', async () => {
  await build(after);
  expect((await fill('--stored', await readStored())).told).toContain('1 listings to write, 1 to delete, 2 unchanged');
  await expectToHave(after);
});

test('writes all to a database that another version of the software filled', async () => {
  await build(before);
  sqlite.exec("UPDATE listings SET version = 'former-' || version; ALTER TABLE rows RENAME COLUMN json TO former");
  expect((await fill('--stored', await readStored())).told).toContain('all tables and 3 listings to write');
  await expectToHave(before);
  await build([]);
  await fill('--stored', await readStored());
  sqlite.exec('ALTER TABLE rows RENAME COLUMN json TO former');
  await build(after);
  await fill('--stored', await readStored());
  await expectToHave(after);
});

test('keeps the last complete SQL if a run fails or is killed', async () => {
  await build(before);
  const file = path.join(folder, 'kept.sql');
  await run({ BUILD_DIR: path.join(folder, 'build') }, '--to', file);
  const complete = await readFile(file, 'utf8');
  // No process has an id that is so high.
  await writeFile(`${file}.${2 ** 30}.draft`, 'DROP TABLE');
  for (const { record } of before) await rm(path.join(folder, `build/listings/${record.id}.json`));
  await expect(run({ BUILD_DIR: path.join(folder, 'build') }, '--to', file)).rejects.toThrow('ENOENT');
  expect(await readFile(file, 'utf8')).toBe(complete);
  expect((await readdir(folder)).filter(name => name.startsWith('kept'))).toEqual(['kept.sql']);
});

test('reports missing inputs', async () => {
  const stored = path.join(folder, 'empty.json');
  await writeFile(stored, '[]');
  await expect(fill('--stored', stored)).rejects.toThrow('does not contain the number and version of listings');
  await expect(run({ BUILD_DIR: path.join(folder, 'none') })).rejects.toThrow('Run npm run build first');
});

/** Writes the parts of a build that the script reads: the index and the documents of each listing. */
async function build(listings: readonly Listing[]): Promise<void> {
  const built = path.join(folder, 'build');
  const put = async (place: string, text: string | Uint8Array = '') => {
    await mkdir(path.dirname(path.join(built, place)), { recursive: true });
    await writeFile(path.join(built, place), text);
  };
  await removeFolder(built);
  const catalog = createMemoryCatalog(listings);
  for (const { record } of listings) {
    await put(`listings/${record.id}.json`, await catalog.listing(record.id));
    await put(`listings/${record.id}/history.json`, await catalog.history(record.id));
  }
  for (const { name, bytes } of await indexFiles(await buildIndex(listings.map(entryOf))))
    await put(path.join(INDEX_FOLDER, name), bytes);
}

function entryOf(listing: Listing): Entry {
  return toEntry(listing, addresses);
}

/** Writes what the database contains to a file, as `wrangler d1 execute --json` does. */
async function readStored(): Promise<string> {
  const file = path.join(folder, 'stored.json');
  await writeFile(file, JSON.stringify([{ results: sqlite.prepare('SELECT number, version FROM listings').all() }]));
  return file;
}

async function fill(...options: readonly string[]) {
  const file = path.join(folder, 'd1.sql');
  const told = await run({ BUILD_DIR: path.join(folder, 'build') }, '--to', file, ...options);
  const sql = await readFile(file, 'utf8');
  const statements = sql.trimEnd().split('\n');
  expect(splitByWrangler(sql).map(each => each.replace(/;$/, ''))).toEqual(
    statements.map(each => each.replace(/;$/, '')),
  );
  for (const statement of statements) sqlite.exec(statement);
  return { statements, told };
}

async function run(environment: Record<string, string>, ...options: readonly string[]): Promise<string> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/fill-d1.ts', ...options], { env });
  return stdout;
}

async function expectToHave(listings: readonly Listing[]): Promise<void> {
  const catalog = createMemoryCatalog(listings);
  const database = sqliteDatabase(sqlite);
  const plain = createReferenceEngine(listings.map(entryOf));
  for (const search of ['', 'sort=name', 'q=tide', 'q=forcast', 'q=s', 'q=snow+radar']) {
    await expectSame(createD1Engine(database), plain, new URLSearchParams(search));
  }
  for (const { record } of listings) {
    expect(await storedDocument(database, record.id, 'listing')).toBe(await catalog.listing(record.id));
    expect(await storedDocument(database, record.id, 'history')).toBe(await catalog.history(record.id));
  }
  expect(await storedDocument(database, 'none.example', 'listing')).toBeUndefined();
}
