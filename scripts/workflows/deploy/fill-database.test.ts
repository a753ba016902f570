import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addresses, createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { INDEX_FOLDER } from '#edge/catalog/index-paths.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { toEntry } from '#query/entry.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { indexFiles } from '#query/index/index-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { fillDatabase, findBoundDatabase } from './fill-database.ts';

let folder: string;
let sqlite: DatabaseSync;

beforeAll(async () => {
  folder = await makeTemporaryFolder('fill-database-');
  sqlite = new DatabaseSync(':memory:');
});
afterAll(() => removeFolder(folder));

describe('the bound database', () => {
  const bound = [{ binding: 'DB', database_name: 'registry' }];
  test('counts only if the Worker queries it', () => {
    expect(findBoundDatabase({ vars: { QUERY_ENGINE: 'd1' }, d1_databases: bound })).toBe('registry');
    expect(findBoundDatabase({ vars: {}, d1_databases: bound })).toBeUndefined();
    expect(findBoundDatabase({ vars: { QUERY_ENGINE: 'd1' } })).toBeUndefined();
  });

  test('gets all listings first, then only changes, then nothing', async () => {
    await build('https://tides.example', 'https://snow.example');
    expect(await fill()).toEqual({ line: '2 listings to write, 0 to delete, 0 unchanged.', executed: 1 });
    await build('https://snow.example', 'https://rain.example');
    expect(await fill()).toEqual({ line: '1 listings to write, 1 to delete, 1 unchanged.', executed: 1 });
    expect(sqlite.prepare('SELECT id FROM listings ORDER BY id').all()).toEqual([
      { id: 'rain.example' },
      { id: 'snow.example' },
    ]);
    expect(await fill()).toEqual({ line: '0 listings to write, 0 to delete, 2 unchanged.', executed: 0 });
  });

  test('stops the deployment if it cannot be read or written', async () => {
    const failing = (fails: (args: readonly string[]) => boolean) => async (args: readonly string[]) => ({
      ok: !fails(args),
      output: JSON.stringify([{ results: [] }]),
      events: fails(args) ? [{ type: 'command-failed', message: 'Authentication error' }] : [],
    });
    const context = (fails: (args: readonly string[]) => boolean) => ({
      wrangler: failing(fails),
      log: () => undefined,
    });
    const built = path.join(folder, 'dist');
    await expect(
      fillDatabase(
        'registry',
        built,
        context(() => true),
      ),
    ).rejects.toThrow('Cannot read the database registry: Authentication error');
    await expect(
      fillDatabase(
        'registry',
        built,
        context(args => args.includes('--file')),
      ),
    ).rejects.toThrow('Cannot write the database registry.');
  });
});

/** Fills the database through a mock of wrangler. */
async function fill(): Promise<{ readonly line: string; readonly executed: number }> {
  const lines: string[] = [];
  let executed = 0;
  const wrangler = async (args: readonly string[]) => {
    const at = args.indexOf('--file');
    if (at < 0) {
      try {
        const results = sqlite.prepare(args.at(-1) ?? '').all();
        return { ok: true, output: JSON.stringify([{ results }]), events: [] };
      } catch (error) {
        return { ok: false, output: '', events: [{ type: 'command-failed', message: String(error) }] };
      }
    }
    executed += 1;
    for (const statement of (await readFile(args[at + 1] ?? '', 'utf8')).trimEnd().split('\n')) sqlite.exec(statement);
    return { ok: true, output: '', events: [] };
  };
  await fillDatabase('registry', path.join(folder, 'dist'), { wrangler, log: line => lines.push(line) });
  return { line: lines.join('\n').replace('Database registry: ', ''), executed };
}

/** Writes the parts of a build that a database stores. */
async function build(...urls: readonly string[]): Promise<void> {
  const listings = urls.map(url => sampleListing(url, { name: `API at ${url}` }));
  const built = path.join(folder, 'dist');
  await removeFolder(built);
  const put = async (place: string, text: string | Uint8Array = '') => {
    await mkdir(path.dirname(path.join(built, place)), { recursive: true });
    await writeFile(path.join(built, place), text);
  };
  const catalog = createMemoryCatalog(listings);
  for (const { record } of listings) {
    await put(`listings/${record.id}.json`, await catalog.listing(record.id));
    await put(`listings/${record.id}/history.json`, await catalog.history(record.id));
  }
  const entries = listings.map(listing => toEntry(listing, addresses));
  for (const { name, bytes } of await indexFiles(await buildIndex(entries)))
    await put(path.join(INDEX_FOLDER, name), bytes);
}
