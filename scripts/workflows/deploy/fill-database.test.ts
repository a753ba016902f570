import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addresses, createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { INDEX_FOLDER } from '#edge/catalog/index-paths.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { toEntry } from '#query/entry.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { indexFiles } from '#query/index/index-files.ts';
import type { WranglerRun } from '#setup/cloudflare/wrangler.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { deploy } from './deployment.ts';
import { fillDatabase, findBoundDatabase } from './fill-database.ts';
import { createPlan } from './plan.ts';

let folder: string;
let sqlite: DatabaseSync;

beforeAll(async () => {
  folder = await makeTemporaryFolder('fill-database-');
  sqlite = new DatabaseSync(databaseFile());
});
afterAll(async () => {
  sqlite.close();
  await removeFolder(folder);
});

describe('the bound database', () => {
  const bound = [{ binding: 'DB', database_name: 'registry' }];
  test('counts only if the Worker queries it', () => {
    expect(findBoundDatabase({ vars: { QUERY_ENGINE: 'd1' }, d1_databases: bound })).toBe('registry');
    expect(findBoundDatabase({ vars: {}, d1_databases: bound })).toBeUndefined();
    expect(findBoundDatabase({ vars: { QUERY_ENGINE: 'd1' } })).toBeUndefined();
  });

  test('gets all listings first, then only changes, then nothing', async () => {
    await build('https://tides.example', 'https://snow.example');
    expect((await fill()).result).toEqual({ line: 'all tables and 2 listings to write.', executed: 1 });
    await build('https://snow.example', 'https://rain.example');
    expect((await fill()).result).toEqual({ line: '1 listings to write, 1 to delete, 1 unchanged.', executed: 1 });
    expect(sqlite.prepare('SELECT id FROM listings ORDER BY id').all()).toEqual([
      { id: 'rain.example' },
      { id: 'snow.example' },
    ]);
    expect((await fill()).result).toEqual({ line: '0 listings to write, 0 to delete, 2 unchanged.', executed: 0 });
  });

  test.each([
    ['fails its smoke test', 'rolled-back', () => false, false],
    ['is rejected by the platform', 'refused', (args: readonly string[]) => args[0] === 'deploy', true],
  ])('has its earlier state again if the new version %s', async (_, outcome, fails, isHealthy) => {
    await build('https://snow.example', 'https://rain.example');
    await fill();
    const before = listIds();
    await build('https://snow.example', 'https://hail.example');
    const { wrangler, lines, log } = openDatabase(fails);
    let during: readonly unknown[] = [];
    const services = {
      log,
      wrangler: async (args: readonly string[]) => {
        if (args[0] === 'd1' || fails(args)) return wrangler(args);
        const output = JSON.stringify({ versions: [{ version_id: 'old', percentage: 100 }] });
        return { ok: true, output, events: [{ type: 'deploy', version_id: 'new', targets: ['registry.example'] }] };
      },
      fillDatabase: () => fillDatabase('registry', path.join(folder, 'dist'), { wrangler, log }),
      smoke: async () => {
        during = listIds();
        return isHealthy;
      },
    };
    expect(await deploy(createPlan({ REGISTRY_URL: 'https://registry.example' }), services)).toBe(outcome);
    if (outcome === 'rolled-back') expect(during).toEqual(['hail.example', 'snow.example']);
    expect(listIds()).toEqual(before);
    expect(lines.at(-1)).toBe('Database registry: restored the state before this deployment.');
  });

  test('leaves a database alone if its state cannot be restored, and reports a failed restore', async () => {
    await build('https://snow.example', 'https://fog.example');
    const before = listIds();
    const blind = openDatabase(args => args.includes('info'));
    const built = path.join(folder, 'dist');
    await expect(fillDatabase('registry', built, blind)).rejects.toThrow('a rollback could not restore it');
    expect(listIds()).toEqual(before);
    const stuck = openDatabase(args => args.includes('restore'));
    const restore = await fillDatabase('registry', built, stuck);
    expect(await restore()).toBe(false);
    expect(stuck.lines.at(-1)).toBe(
      'Database registry: cannot restore. Run npx wrangler d1 time-travel restore registry --bookmark bookmark.',
    );
  });

  test('stops the deployment if it cannot be read or written', async () => {
    const failing = (fails: (args: readonly string[]) => boolean) => async (args: readonly string[]) => ({
      ok: !fails(args),
      output: JSON.stringify(args.includes('time-travel') ? { bookmark: 'bookmark' } : [{ results: [] }]),
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
async function fill() {
  const { wrangler, lines, calls, log } = openDatabase();
  const restore = await fillDatabase('registry', path.join(folder, 'dist'), { wrangler, log });
  const executed = calls.filter(args => args.includes('--file')).length;
  return { restore, result: { line: lines[0]?.replace('Database registry: ', ''), executed } };
}

/** A mock of wrangler with a local database. A bookmark is the name of a copy. */
function openDatabase(fails: (args: readonly string[]) => boolean = () => false) {
  const lines: string[] = [];
  const calls: (readonly string[])[] = [];
  const wrangler = async (args: readonly string[]): Promise<WranglerRun> => {
    calls.push(args);
    if (fails(args)) return { ok: false, output: '', events: [{ type: 'command-failed', message: 'Failed' }] };
    const [, command, action] = args;
    if (command === 'time-travel') {
      const copy = args[args.indexOf('--bookmark') + 1] ?? '';
      if (action === 'restore' && args.includes('--json')) {
        sqlite.close();
        await copyFile(path.join(folder, copy), databaseFile());
        sqlite = new DatabaseSync(databaseFile());
      } else if (action === 'info') await copyFile(databaseFile(), path.join(folder, 'bookmark'));
      return { ok: true, output: JSON.stringify({ bookmark: 'bookmark' }), events: [] };
    }
    const at = args.indexOf('--file');
    if (at < 0) {
      try {
        const results = sqlite.prepare(args.at(-1) ?? '').all();
        return { ok: true, output: JSON.stringify([{ results }]), events: [] };
      } catch (error) {
        return { ok: false, output: '', events: [{ type: 'command-failed', message: String(error) }] };
      }
    }
    for (const statement of (await readFile(args[at + 1] ?? '', 'utf8')).trimEnd().split('\n')) sqlite.exec(statement);
    return { ok: true, output: '', events: [] };
  };
  return { wrangler, lines, calls, log: (line: string) => void lines.push(line) };
}

const databaseFile = () => path.join(folder, 'database.sqlite');
const listIds = () =>
  sqlite
    .prepare('SELECT id FROM listings ORDER BY id')
    .all()
    .map(({ id }) => id);

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
