import { execFile } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';
import { openRecordHistory } from './record-history.ts';
import { makeTemporaryFolder, removeFolder } from './temporary-folder.fixture.ts';

const run = promisify(execFile);
let workspace: string;
let repository: string;

beforeAll(async () => {
  workspace = await makeTemporaryFolder('record-history-');
  repository = await newRepository('main');
  await commit(repository, {
    [place(first.id)]: recordText(first),
    [place('b.example')]: recordText(version('b.example', '9.0.0')),
  });
  await commit(repository, { 'README.md': 'nothing to do with it' });
  await git(repository, 'switch', '--quiet', '--create', 'submission');
  await commit(repository, { [place(first.id)]: '{"half": "done"' });
  await commit(repository, { [place(first.id)]: recordText(second) });
  await git(repository, 'switch', '--quiet', 'main');
  await commit(repository, { 'README.md': 'meanwhile' });
  await git(repository, 'merge', '--quiet', '--no-ff', '-m', 'Merge', 'submission');
  await commit(repository, { [place(first.id)]: recordText(third) });
});

afterAll(() => removeFolder(workspace));

async function newRepository(name: string): Promise<string> {
  const directory = path.join(workspace, name);
  await run('git', ['init', '--quiet', '--initial-branch=main', directory]);
  await git(directory, 'config', 'user.name', 'Test');
  await git(directory, 'config', 'user.email', 'test@example.org');
  return directory;
}

function git(directory: string, ...args: readonly string[]) {
  const date = '2026-11-10T00:00:00Z';
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  return run('git', ['-C', directory, '-c', 'commit.gpgsign=false', ...args], { env });
}

async function commit(directory: string, files: Readonly<Record<string, string | null>>, message = 'change') {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await (content === null ? rm(file) : writeFile(file, content));
  }
  await git(directory, 'add', '--all');
  await git(directory, 'commit', '--quiet', '--allow-empty', '-m', message);
}

const LISTINGS = 'registry/listings';
const place = (id: string) => `${LISTINGS}/${recordPath(id)}`;

/** Returns the record of a host from a given day. */
function version(host: string, number: string, day = '01'): ListingRecord {
  return sampleRecord(`https://${host}`, { version: number }, { updated_at: `2026-11-${day}T00:00:00Z` });
}

async function historyIn(directory: string, current: ListingRecord, prefix = LISTINGS) {
  const history = await openRecordHistory(directory, prefix);
  try {
    const told: [day: string, version: string, commit: string][] = [];
    for await (const { at, record, commit } of history.snapshots(current)) {
      told.push([at.slice(8, 10), record.manifest.version, typeof commit]);
    }
    return {
      gap: history.gap,
      versions: history.versions(current.id),
      told,
    };
  } finally {
    await history.close();
  }
}

const [first, second, third] = ['01', '02', '03'].map(day => version('a.example', `1.0.${day.slice(1)}`, day)) as [
  ListingRecord,
  ListingRecord,
  ListingRecord,
];

describe('the history of records', () => {
  test('lists the versions of each record, oldest first, with a merged branch as one', async () => {
    const { gap, told, versions } = await historyIn(repository, third);
    expect(gap).toBeUndefined();
    expect(told).toEqual([
      ['01', '1.0.1', 'string'],
      ['02', '1.0.2', 'string'],
      ['03', '1.0.3', 'string'],
    ]);
    expect(versions.map(({ committed_at }) => committed_at)).toEqual(Array(3).fill('2026-11-10T00:00:00Z'));
    expect((await historyIn(repository, version('b.example', '9.0.0'))).told).toEqual([['01', '9.0.0', 'string']]);
  });

  test('works from a subfolder of the repository', async () => {
    expect((await historyIn(path.join(repository, 'registry'), third, 'listings')).told).toHaveLength(3);
  });

  test('ends with the given record even if it is not committed', async () => {
    const { told } = await historyIn(repository, version('a.example', '2.0.0', '09'));
    expect(told.at(-1)).toEqual(['09', '2.0.0', 'undefined']);
    expect(told).toHaveLength(4);
    expect((await historyIn(repository, version('new.example', '0.1.0'))).told).toEqual([['01', '0.1.0', 'undefined']]);
  });

  test('uses the commit time if an edit did not update the timestamp', async () => {
    const directory = await newRepository('forgot');
    const edited = version('a.example', '1.0.9', '01');
    await commit(directory, { [place(first.id)]: recordText(first) });
    await commit(directory, { [place(first.id)]: recordText(edited) });
    expect((await historyIn(directory, edited)).told).toEqual([
      ['01', '1.0.1', 'string'],
      ['10', '1.0.9', 'string'],
    ]);
  });

  test('skips invalid records, links, removals, and other files', async () => {
    const directory = await newRepository('hostile');
    const file = place(first.id);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    await commit(directory, {
      [file]: recordText(first),
      [`${LISTINGS}/stray.json`]: '{}',
      [`${LISTINGS}/x/y/z.json`]: '{}',
    });
    for (const content of [
      '',
      'null',
      deep,
      '{"manifest":{}}',
      '\ufeff{',
      'x\0y\n:100644 blob\n',
      recordText(version('b.example', '1.0.0')),
    ]) {
      await commit(directory, { [file]: content });
    }
    await commit(directory, { [file]: null });
    await symlink('../../../README.md', path.join(directory, file));
    await commit(directory, {});
    await commit(directory, { [file]: null });
    await commit(directory, { [file]: recordText(second) }, 'with "quotes", \u00e4 and\n\n:100644 100644 a b M\tbody');
    expect((await historyIn(directory, second)).told.map(([, number]) => number)).toEqual(['1.0.1', '1.0.2']);
  });

  test('treats file names as data', async () => {
    const directory = await newRepository('names');
    const names = [
      '$(touch x).json',
      '-rf.json',
      'a\nb.json',
      '"q".json',
      '\u00e4.json',
      'commit 1 2.json',
      ':!x.json',
    ];
    await commit(directory, Object.fromEntries(names.map(name => [`${LISTINGS}/xx/${name}`, '{}'])));
    const history = await openRecordHistory(directory, LISTINGS);
    expect(names.map(name => history.versions(name.slice(0, -5)).length)).toEqual(names.map(() => 1));
    await history.close();
  });

  test("does not depend on the user's Git configuration", async () => {
    const directory = await newRepository('configured');
    for (const [name, value] of [
      ['log.showSignature', 'true'],
      ['color.ui', 'always'],
      ['diff.renames', 'copies'],
      ['core.quotePath', 'true'],
      ['log.date', 'relative'],
      ['diff.noprefix', 'true'],
    ] as const) {
      await git(directory, 'config', name, value);
    }
    await commit(directory, { [place(first.id)]: recordText(first) });
    await commit(directory, { [place(first.id)]: recordText(second) });
    expect((await historyIn(directory, second)).told).toHaveLength(2);
  });
});

describe('the gap of an incomplete history', () => {
  const record = version('a.example', '1.0.3', '03');
  const only = [['03', '1.0.3', 'undefined']];

  test('names a missing repository', async () => {
    const directory = path.join(workspace, 'plain');
    await mkdir(directory);
    await writeFile(path.join(directory, '.git'), 'gitdir: /nowhere\n');
    expect(await historyIn(directory, record)).toMatchObject({
      gap: expect.stringContaining('not in a git repository'),
      told: only,
    });
  });

  test('names a shallow or partial clone', async () => {
    await run('git', ['clone', '--quiet', '--depth=1', `file://${repository}`, path.join(workspace, 'shallow')]);
    expect(await historyIn(path.join(workspace, 'shallow'), record)).toMatchObject({
      gap: expect.stringContaining('shallow'),
      told: only,
    });
    await git(repository, 'config', 'uploadpack.allowFilter', 'true');
    await run('git', [
      'clone',
      '--quiet',
      '--filter=blob:none',
      `file://${repository}`,
      path.join(workspace, 'partial'),
    ]);
    expect(await historyIn(path.join(workspace, 'partial'), record)).toMatchObject({
      gap: expect.stringContaining('partial'),
      told: only,
    });
  });

  test('does not exist in a repository without commits', async () => {
    const directory = await newRepository('unborn');
    expect(await historyIn(directory, record)).toEqual({ gap: undefined, versions: [], told: only });
  });

  test('names a missing Git installation', async () => {
    const { PATH } = process.env;
    process.env.PATH = workspace;
    try {
      expect(await historyIn(repository, record)).toMatchObject({
        gap: expect.stringContaining('cannot be run'),
        told: only,
      });
    } finally {
      process.env.PATH = PATH;
    }
  });
});

describe('a history that continues an earlier one', () => {
  const HOST = 'again.example';
  const all = async (directory: string) => {
    const history = await openRecordHistory(directory, LISTINGS);
    await history.close();
    return history;
  };

  test('equals a complete read after commits, merges, and a rewritten history', async () => {
    const directory = await newRepository('again');
    const change = (day: string, host = HOST) =>
      commit(directory, { [place(host)]: recordText(version(host, `1.0.${Number(day)}`, day)) });
    await change('01');
    await change('02', 'other.example');
    const steps: readonly (() => Promise<unknown>)[] = [
      () => change('03'),
      async () => undefined,
      async () => {
        await git(directory, 'checkout', '--quiet', '-b', 'side');
        await change('04', 'side.example');
        await git(directory, 'checkout', '--quiet', 'main');
        await change('05');
        await git(directory, 'merge', '--quiet', '--no-ff', '-m', 'merge', 'side');
      },
      () => git(directory, 'reset', '--quiet', '--hard', 'HEAD~2'),
      () => change('06'),
      () => git(directory, 'reset', '--quiet', '--hard', 'side'),
    ];
    let earlier = await all(directory);
    for (const step of steps) {
      const before = structuredClone(earlier.all);
      await step();
      const next = await openRecordHistory(directory, LISTINGS, earlier);
      await next.close();
      expect(next.all).toEqual((await all(directory)).all);
      expect(earlier.all).toEqual(before);
      earlier = next;
    }
    expect(earlier.versions(HOST).length).toBeGreaterThan(1);
  });
});
