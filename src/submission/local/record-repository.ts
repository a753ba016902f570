import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ListingRecord, recordPath } from '#listing/listing-record.ts';
import { writeRecord } from '#store/record-files.ts';
import { addCommits, type NewCommit, tipOf } from '../git/commits.ts';
import { createGit, type Git, run } from '../git/git.ts';
import { getProcessIdentity, isRunning, type ProcessIdentity } from './process-identity.ts';

/**
 * The git repository of a local registry. Its branch `main` is what counts; its work tree holds the same files, for
 * whoever reads records, and may be a step behind only while this process is in the middle of something.
 */
export interface RecordRepository {
  readonly git: Git;
  /** Holds `listings/`. */
  readonly folder: string;
  /** Makes commits on `main`, all or none; the work tree is the caller's to follow. One call at a time. */
  commit(commits: readonly NewCommit[]): Promise<void>;
  /** Writes records that were committed to the work tree. */
  checkOut(records: readonly ListingRecord[]): Promise<void>;
  /** Makes the work tree and the index equal to `main`, whatever they were. */
  restore(): Promise<void>;
  /** Packs what many commits left behind. */
  pack(): Promise<void>;
  /** Brings the index up to date, for whoever looks around with git. */
  refresh(): Promise<void>;
}

const BRANCH = 'main';

/**
 * Opens the repository below a folder; makes it when it is missing. What a kill left half-done is cleaned up: a commit
 * that was still being made is waited for, locks and drafts are removed, the work tree is restored.
 */
export async function openRecordRepository(dataDir: string, now: number, author?: string): Promise<RecordRepository> {
  const folder = path.resolve(dataDir, 'repository');
  const git = createGit(path.join(folder, '.git'), author);
  const running = path.resolve(dataDir, 'git-process');
  const onStart = (pid: number) => noteProcess(running, pid);
  await lastProcess(running);
  await removeLocks(git.dir);
  // Creates what is missing of it and leaves the rest, so a kill in the middle of it does no harm.
  await run(['init', '--quiet', '--template=', `--initial-branch=${BRANCH}`, folder]);
  let tip = await tipOf(git, BRANCH);

  async function commit(commits: readonly NewCommit[]): Promise<void> {
    const known = tip;
    try {
      tip = await addCommits(git, { name: BRANCH, tip }, commits, onStart);
    } catch (error) {
      // Somebody at the machine may have committed meanwhile.
      tip = await tipOf(git, BRANCH);
      if (tip === known) throw error;
      tip = await addCommits(git, { name: BRANCH, tip }, commits, onStart);
    }
  }

  async function restore(): Promise<void> {
    const reset = () => git.run(['reset', '--quiet', '--hard', BRANCH], { workTree: folder, onStart });
    try {
      await reset();
    } catch {
      // The index is a copy of what `main` holds, so a damaged one is made anew.
      for (const file of ['index', 'index.lock']) await rm(path.join(git.dir, file), { force: true });
      await reset();
    }
    await git.run(['clean', '--quiet', '-d', '--force', '-x'], { workTree: folder });
  }

  if (tip === undefined) {
    await commit([{ message: { subject: 'Begin a local registry', body: '' }, time: now, files: [] }]);
  }
  await restore();
  return {
    git,
    folder,
    commit,
    restore,
    async checkOut(records) {
      await Promise.all(records.map(record => writeRecord(folder, record)));
    },
    async pack() {
      await git.run(['repack', '--quiet', '-d', '--geometric=2'], { onStart });
    },
    async refresh() {
      await git.run(['reset', '--quiet', '--mixed', BRANCH], { workTree: folder, onStart });
    },
  };
}

/** The place of a record in the repository. */
export function repositoryPath(id: string): string {
  return `listings/${recordPath(id)}`;
}

async function noteProcess(file: string, pid: number): Promise<void> {
  await writeFile(file, JSON.stringify(await getProcessIdentity(pid)) ?? '');
}

/** A git that was started before a kill goes on by itself; its commit is made or not before anything is decided on. */
async function lastProcess(file: string): Promise<void> {
  const left = await readFile(file, 'utf8').catch(() => '');
  let owner: ProcessIdentity;
  try {
    owner = JSON.parse(left) as ProcessIdentity;
  } catch {
    return;
  }
  for (let waited = 0; waited < 10_000 && (await isRunning(owner)); waited += 20) {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/** Locks that a killed git left; the data directory is ours, so they are nobody's. */
async function removeLocks(gitDir: string): Promise<void> {
  const locked = ['config', 'HEAD', 'index', 'seed-index', 'packed-refs', `refs/heads/${BRANCH}`];
  for (const lock of locked) await rm(path.join(gitDir, `${lock}.lock`), { force: true });
}
