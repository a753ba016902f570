import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { type ListingRecord, recordPath } from '#listing/listing-record.ts';
import { readObservation, readRecord, writeObservation, writeRecord } from '#store/record-files.ts';
import { removeFolder } from '#store/temporary-folder.fixture.ts';
import { makeUnreadable } from '#store/unreadable-file.fixture.ts';
import { createGit } from '../../git/git.ts';
import { submitted, type TestRegistry, testRegistry } from '../local-registry.fixture.ts';

const A = 'https://a.example.com';
const B = 'https://b.example.com';
const ID = 'a.example.com';
const DOCUMENTATION = { type: 'documentation', documentation_url: 'https://example.com/docs' } as const;

let world: TestRegistry;
beforeEach(async () => {
  world = await testRegistry();
});
afterEach(() => world.remove());

/** Starts and stops the registry. Returns the number of imported records. */
async function restarted(): Promise<number> {
  const registry = await world.open();
  await registry.close();
  return registry.importedRecords;
}

async function kept(id = ID): Promise<ListingRecord | undefined> {
  const result = await readRecord(path.join(world.dataDir, 'repository'), id);
  return result?.ok ? result.value : undefined;
}

async function submit(version: string): Promise<void> {
  world.served.set(A, { version });
  const registry = await world.open({ now: () => Date.parse('2026-11-21T12:00:00Z') });
  expect(await submitted(registry, A)).toMatchObject({ status: 'approved' });
  await registry.close();
}

function seed(version: string, changes: Partial<ListingRecord> = {}): Promise<void> {
  return writeRecord(world.registryDir, sampleRecord(A, { version }, changes));
}

function subjects(): Promise<string> {
  return createGit(path.join(world.dataDir, 'repository', '.git'))
    .run(['log', '--format=%s'])
    .then(String);
}

describe('each start', () => {
  test('imports added, changed, and removed records once, in one commit', async () => {
    expect(await restarted()).toBe(0);
    await seed('1.0.0');
    await writeRecord(world.registryDir, sampleRecord(B));
    expect(await restarted()).toBe(2);
    expect(await restarted()).toBe(0);
    await seed('1.1.0');
    expect(await restarted()).toBe(1);
    expect((await kept())?.manifest.version).toBe('1.1.0');
    await rm(path.join(world.registryDir, 'listings', recordPath('b.example.com')));
    expect(await restarted()).toBe(1);
    expect(await kept('b.example.com')).toBeUndefined();
    expect(await subjects()).toBe(
      [
        'Import 1 record from registry',
        'Import 1 record from registry',
        'Import 2 records from registry',
        'Create a local registry',
        '',
      ].join('\n'),
    );
  });

  test('skips a record that cannot be read, keeps its earlier version, and imports it later', async () => {
    await seed('1.0.0');
    expect(await restarted()).toBe(1);
    await seed('1.1.0');
    await writeRecord(world.registryDir, sampleRecord(B));
    const file = path.join(world.registryDir, 'listings', recordPath(ID));
    const broken: string[] = [];
    const restore = makeUnreadable(file, 'EACCES');
    try {
      const registry = await world.open({ onBroken: each => void broken.push(each.file) });
      await registry.close();
      expect([registry.importedRecords, broken]).toEqual([1, [file]]);
    } finally {
      restore();
    }
    expect((await kept())?.manifest.version).toBe('1.0.0');
    expect(await restarted()).toBe(1);
    expect((await kept())?.manifest.version).toBe('1.1.0');
  });

  test('removes nothing if the folder is missing', async () => {
    await seed('1.0.0');
    await restarted();
    await removeFolder(world.registryDir);
    expect(await restarted()).toBe(0);
    expect(await kept()).toBeDefined();
  });

  test('reports and skips a broken file until it is fixed', async () => {
    await seed('1.0.0');
    const file = path.join(world.registryDir, 'listings', recordPath(ID));
    await writeFile(file, '{"id": "a.example.com"}');
    expect(await restarted()).toBe(0);
    expect(await restarted()).toBe(0);
    expect(world.broken.map(broken => broken.file)).toEqual([file, file]);
    await seed('1.0.0');
    expect(await restarted()).toBe(1);
    expect(world.broken).toHaveLength(2);
  });

  test('cleans up the work tree and index of a killed server', async () => {
    await seed('1.0.0');
    await restarted();
    const repository = path.join(world.dataDir, 'repository');
    await writeFile(path.join(repository, 'listings', recordPath(ID)), '{"half');
    await writeFile(path.join(repository, 'listings', `${recordPath('x.example.com')}.1.draft`), '{');
    for (const file of ['index.lock', 'seed-index.lock', 'HEAD.lock', 'index']) {
      await writeFile(path.join(repository, '.git', file), 'torn');
    }
    await restarted();
    expect((await kept())?.manifest.version).toBe('1.0.0');
    expect(
      String(await createGit(path.join(repository, '.git')).run(['status', '--porcelain'], { workTree: repository })),
    ).toBe('');
  });
});

describe('a submitted record', () => {
  test('survives an unchanged seed', async () => {
    await seed('1.0.0');
    await submit('1.1.0');
    expect(await restarted()).toBe(0);
    expect((await kept())?.manifest.version).toBe('1.1.0');
  });

  test('survives a changed but older seed', async () => {
    await seed('1.0.0');
    await submit('1.2.0');
    await seed('1.1.0', { updated_at: '2026-11-20T00:00:00Z' });
    expect(await restarted()).toBe(0);
    expect((await kept())?.manifest.version).toBe('1.2.0');
  });

  test('yields to a newer snapshot of the seed', async () => {
    await seed('1.0.0');
    await submit('1.2.0');
    await seed('1.3.0', { updated_at: '2026-11-22T00:00:00Z' });
    expect(await restarted()).toBe(1);
    expect((await kept())?.manifest.version).toBe('1.3.0');
  });

  test('never yields to documentation, however new', async () => {
    await submit('1.2.0');
    await seed('1.3.0', { source: DOCUMENTATION, updated_at: '2026-11-22T00:00:00Z' });
    expect(await restarted()).toBe(0);
    expect((await kept())?.source.type).toBe('publisher');
  });

  test('survives its removal from the seed', async () => {
    await seed('1.0.0');
    await submit('1.1.0');
    await rm(path.join(world.registryDir, 'listings', recordPath(ID)));
    expect(await restarted()).toBe(0);
    expect(await kept()).toBeDefined();
  });
});

describe('observations', () => {
  test('replace stored ones only if they are newer', async () => {
    const observationsDir = path.join(world.folder, 'observations');
    const own = path.join(world.dataDir, 'observations');
    const verifiedAt = async () => {
      await (await world.open({ observationsDir })).close();
      const result = await readObservation(own, ID);
      return result?.ok ? result.value.verified_at : undefined;
    };
    await writeObservation(observationsDir, ID, sampleObservation());
    expect(await verifiedAt()).toBe('2026-11-20T06:00:00Z');
    const newer = { verified_at: '2026-11-21T06:00:00Z', last_checked_at: '2026-11-21T06:00:00Z' };
    await writeObservation(own, ID, sampleObservation(newer));
    await writeObservation(observationsDir, ID, sampleObservation());
    // A later copy of an earlier check, also if both files were written in the same moment.
    await utimes(path.join(observationsDir, recordPath(ID)), new Date(), new Date(Date.now() + 60_000));
    expect(await verifiedAt()).toBe('2026-11-21T06:00:00Z');
    const newest = { verified_at: '2026-11-22T06:00:00Z', last_checked_at: '2026-11-22T06:00:00Z' };
    await writeObservation(observationsDir, ID, sampleObservation(newest));
    expect(await verifiedAt()).toBe('2026-11-22T06:00:00Z');
  });
});
