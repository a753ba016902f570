import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';
import { createExamplePublisher, type ExamplePublisher } from '#scripts/example-publisher/publisher.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { addCommits } from '#submission/git/commits.ts';
import { createGit, type Git, run } from '#submission/git/git.ts';
import { parseCommandLine } from './parse-args.ts';
import { loadSetup } from './revalidation-setup.ts';
import { runCommand } from './run-command.ts';

let folder: string;
let git: Git;
beforeEach(async () => {
  folder = await makeTemporaryFolder('clone-');
  await run(['init', '--quiet', '--initial-branch=main', folder]);
  git = createGit(at('.git'));
  await writeFile(at('README.md'), 'A registry.\n');
  await commitAll();
});
afterEach(() => removeFolder(folder));

const at = (...parts: string[]) => path.join(folder, ...parts);
const inGit = (...args: string[]) => git.run(args, { workTree: folder }).then(String);

async function commitAll(): Promise<void> {
  await inGit('add', '--all');
  await inGit('commit', '--quiet', '--allow-empty', '--message', 'Change');
}

function maintain(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const invocation = parseCommandLine(args);
  if (!invocation) throw new Error('The command line requests help.');
  // Checks may send requests to loopback origins if the GitHub API is on loopback.
  const local = { REGISTRY_DIR: at('registry'), RESULTS_DIR: at('.git/results'), GITHUB_API_URL: 'http://127.0.0.1:9' };
  return runCommand(invocation, { ...local, ...settings }, Date.now());
}

describe('commands that change files', () => {
  const record = sampleRecord('https://api.example.com');
  const reason = ['--reason', 'Requested.'];

  beforeEach(async () => {
    await writeRecord(at('registry'), record);
    await writeFile(at('registry/refused.json'), '[]\n');
    await commitAll();
  });

  test('rejects a second command at the same time, which would overwrite the entry of the first', async () => {
    const { lock } = await loadSetup({ REGISTRY_DIR: at('registry') });
    await expect(maintain(['refuse', 'one.example', ...reason])).rejects.toThrow(
      /Another command changes this registry \(process \d+ on .*\)\. Wait until it ends/,
    );
    await lock?.release();
    const origins = ['a', 'b', 'c'].map(name => `https://${name}.example`);
    const results = await Promise.allSettled(origins.map(origin => maintain(['refuse', origin, ...reason])));
    const blocked = origins.filter((_, index) => results[index]?.status === 'fulfilled');
    const entries: { origin: string }[] = JSON.parse(await readFile(at('registry/refused.json'), 'utf8'));
    expect(new Set(entries.map(({ origin }) => origin))).toEqual(new Set(blocked));
    expect(await inGit('status', '--porcelain')).toBe(' M registry/refused.json\n');
  });

  test('repeats how to commit all files of a command that was killed before its end', async () => {
    const file = at('registry/listings', recordPath(record.id));
    const list = at('registry/refused.json');
    const remove = () => maintain(['remove', record.id, ...reason]);
    // As if `remove` was killed after the first of its two files.
    await maintain(['withdraw', record.id, ...reason]);
    const command = `git add -- ${file} ${list} && git commit --message "Remove ${record.id}" -- ${file} ${list}`;
    expect(await remove()).toContain(`Wrote ${list}. To commit:\n  ${command}`);
    expect(await remove()).toContain(`Nothing changed.\nNot committed yet. To commit:\n  ${command}`);
    expect(await maintain(['withdraw', record.id, ...reason])).toMatch(/Nothing changed\.\nNot committed yet\./);
    expect(await maintain(['refuse', record.url, ...reason])).toMatch(/Nothing changed\.\nNot committed yet\./);
    await commitAll();
    expect(await remove()).toMatch(/Nothing changed\.$/);

    await maintain(['restore', record.id]);
    expect(await maintain(['restore', record.id])).toMatch(/Nothing changed\.\nNot committed yet\./);
    await maintain(['allow', record.url]);
    expect(await maintain(['allow', record.url])).toMatch(/Nothing changed\.\nNot committed yet\./);
  });
});

describe('recheck', () => {
  const other = sampleRecord('https://other.example.com');
  const failures = { count: 1, first_at: '2025-12-31T00:00:00Z', last_at: '2025-12-31T00:00:00Z' };
  const observation = sampleObservation({ verified_at: '2025-12-30T00:00:00Z', failures });
  let publisher: ExamplePublisher;
  let record: ListingRecord;

  beforeEach(async () => {
    publisher = await createExamplePublisher();
    const manifest = await (await fetch(`${publisher.origin}/.well-known/api-manifest.json`)).json();
    record = sampleRecord(publisher.origin, manifest);
    for (const each of [record, other]) await writeRecord(at('registry'), each);
    await commitAll();
  });
  afterEach(() => publisher.close());

  const recheck = (settings?: Readonly<Record<string, string>>) => maintain(['recheck', record.id], settings);
  const readObserved = async (id: string, branch = 'observations') =>
    JSON.parse(await inGit('show', `${branch}:${recordPath(id)}`));

  /** Commits the observations of both listings to a branch. */
  async function commitObservations(branch: string, time = Date.now() - 60_000): Promise<string> {
    const files = [record, other].map(({ id }) => ({
      path: recordPath(id),
      content: JSON.stringify(observation),
    }));
    return addCommits(git, { name: branch, tip: undefined }, [{ message: { subject: branch, body: '' }, time, files }]);
  }

  test('adds its result to the observations of the fetched branch', async () => {
    const fetched = await commitObservations('fetched');
    await inGit('update-ref', 'refs/remotes/origin/observations', fetched);
    expect(await recheck()).toMatch(/passed its checks\. Its status is still verified\./);
    expect(await readObserved(record.id)).not.toHaveProperty('failures');
    expect(await readObserved(other.id)).toEqual(observation);
  });

  test('keeps the history of a remote whose branch was never fetched', async () => {
    const remote = at('.git/remote.git');
    await run(['init', '--quiet', '--bare', remote]);
    const remoteTip = await commitObservations('other');
    await inGit('push', '--quiet', remote, 'main', `${remoteTip}:refs/heads/observations`);
    await publisher.close();
    expect(await recheck({ REMOTE_URL: remote })).toMatch(/Its status changed from verified to lapsed/);
    await inGit('fetch', '--quiet', remote, 'observations:results');
    expect(await readObserved(record.id, 'results')).toMatchObject({
      failures: { count: 2, first_at: failures.first_at },
    });
    expect(await readObserved(other.id, 'results')).toEqual(observation);
  });

  test('keeps uncommitted changes of a record, and reports that it wrote nothing', async () => {
    const file = at('registry/listings', recordPath(record.id));
    const edited = recordText({ ...record, manifest: { ...record.manifest, version: '9.9.9' } });
    await writeFile(file, edited);
    const before = await inGit('rev-parse', 'main');
    await expect(recheck()).rejects.toThrow(/nothing was written: its record is not the one on the branch main\. Pull/);
    expect(await readFile(file, 'utf8')).toBe(edited);
    expect(await inGit('rev-parse', 'main')).toBe(before);

    await inGit('restore', '.');
    publisher.set({ version: '2.0.0' });
    expect(await recheck()).toMatch(/Its record changed: Update /);
    expect(await inGit('status', '--porcelain')).toBe('');
  });

  test('does not depend on the index of a killed command', async () => {
    await commitObservations('observations');
    await writeFile(at('.git/observations-index.lock'), '');
    expect(await recheck()).toMatch(/passed its checks/);
  });
});
