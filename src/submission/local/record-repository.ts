import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ListingRecord, recordPath } from '#listing/listing-record.ts';
import { parseRecord, writeRecord } from '#store/record-files.ts';
import { addCommits, messageText, type NewCommit, tipOf } from '../git/commits.ts';
import { readFiles } from '../git/files.ts';
import { createGit, GIT_TIMEOUT_MS, type Git, GitTimeoutError, LONG_GIT_TIMEOUT_MS, run } from '../git/git.ts';
import { removeGitLeftovers } from '../git/leftovers.ts';
import { createRetryingGit, GIT_ATTEMPTS, retryTimeouts } from '../git/retrying-git.ts';
import { getProcessIdentity, isRunning, type ProcessIdentity } from './process-identity.ts';

/**
 * The git repository of a local registry. Its branch `main` is what counts; its work tree holds the same files, for
 * whoever reads records, and may be a step behind only while this process is in the middle of something.
 */
export interface RecordRepository {
  readonly git: Git;
  /** Holds `listings/`. */
  readonly folder: string;
  /** Reads the records of listings from the last commit on `main`, whatever the work tree holds. */
  records(ids: readonly string[]): Promise<(ListingRecord | undefined)[]>;
  /** Makes commits on `main`, all or none; the work tree is the caller's to follow. One call at a time. */
  commit(commits: readonly NewCommit[]): Promise<void>;
  /** Writes records that were committed to the work tree. */
  checkOut(records: readonly ListingRecord[]): Promise<void>;
  /** Makes the work tree and the index equal to `main`, whatever they were. */
  restore(): Promise<void>;
  /** Packs what many commits left behind. */
  pack(timeoutMs?: number): Promise<void>;
  /** Updates the index, for people who look at the repository with git. */
  refresh(timeoutMs?: number): Promise<void>;
}

export interface RecordRepositoryOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The author of the commits (default: the default of SITE_NAME). */
  readonly author?: string | undefined;
  /** The most milliseconds for one run of git, however long the run may usually take. */
  readonly maxGitMs?: number | undefined;
  /** Kills the git that is running when it is aborted, and starts no other. */
  readonly signal?: AbortSignal | undefined;
}

const BRANCH = 'main';

/** A registry that is in use waits no longer for its repository to be packed. */
const PACK_TIMEOUT_MS = 60_000;

/**
 * Opens the repository below a folder; makes it when it is missing. What a kill left half-done is cleaned up: a commit
 * that was still being made is waited for, locks and temporary files are removed, the work tree is restored.
 */
export async function openRecordRepository(
  dataDir: string,
  options: RecordRepositoryOptions,
): Promise<RecordRepository> {
  const { now, author, maxGitMs = Number.POSITIVE_INFINITY, signal } = options;
  const folder = path.resolve(dataDir, 'repository');
  const dir = path.join(folder, '.git');
  const git = createRetryingGit(dir, { author, maxGitMs, signal, onTimeout: () => removeLocks(dir) });
  const running = path.resolve(dataDir, 'git-process');
  const onStart = (pid: number) => noteProcess(running, pid);
  await lastProcess(running);
  await removeLocks(git.dir);
  await removeGitLeftovers(git.dir);
  // Creates what is missing of it and leaves the rest, so a kill in the middle of it does no harm.
  const init = ['init', '--quiet', '--template=', `--initial-branch=${BRANCH}`, folder];
  await retryTimeouts(() => run(init, { timeoutMs: Math.min(maxGitMs, GIT_TIMEOUT_MS), signal }));
  let tip = await tipOf(git, BRANCH);

  async function commit(commits: readonly NewCommit[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const known = tip;
      try {
        tip = await addCommits(git, { name: BRANCH, tip }, commits, { onStart, timeoutMs: LONG_GIT_TIMEOUT_MS });
        return;
      } catch (error) {
        // An operator may have committed meanwhile; and a killed git may have been killed after it had committed.
        tip = await tipOf(git, BRANCH);
        if (await hasCommit(git, known, tip, commits.at(-1))) return;
        const isRetryable = tip !== known || error instanceof GitTimeoutError;
        if (!isRetryable || attempt >= GIT_ATTEMPTS) throw error;
      }
    }
  }

  async function restore(): Promise<void> {
    const long = { workTree: folder, timeoutMs: LONG_GIT_TIMEOUT_MS };
    const reset = () => git.run(['reset', '--quiet', '--hard', BRANCH], { ...long, onStart });
    try {
      await reset();
    } catch (error) {
      if (error instanceof GitTimeoutError || signal?.aborted) throw error;
      // The index is a copy of what `main` holds, so a damaged one is made anew.
      for (const file of ['index', 'index.lock']) await rm(path.join(git.dir, file), { force: true });
      await reset();
    }
    await git.run(['clean', '--quiet', '-d', '--force', '-x'], long);
  }

  /** Runs git once: for what can be left undone. */
  async function runOnce(args: readonly string[], timeoutMs: number): Promise<void> {
    const limits = { timeoutMs: Math.min(maxGitMs, timeoutMs), signal };
    try {
      await createGit(git.dir, author).run(args, { workTree: folder, onStart, ...limits });
    } catch (error) {
      if (error instanceof GitTimeoutError) await removeLocks(git.dir);
      throw error;
    }
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
    async records(ids) {
      const contents = await readFiles(git, BRANCH, ids.map(repositoryPath));
      return contents.map((content, index) => content && parseRecord(recordPath(ids[index] ?? ''), content));
    },
    async checkOut(records) {
      await Promise.all(records.map(record => writeRecord(folder, record)));
    },
    async pack(timeoutMs = PACK_TIMEOUT_MS) {
      await runOnce(['repack', '--quiet', '-d', '--geometric=2'], timeoutMs);
    },
    async refresh(timeoutMs = PACK_TIMEOUT_MS) {
      await runOnce(['reset', '--quiet', '--mixed', BRANCH], timeoutMs);
    },
  };
}

/** The place of a record in the repository. */
export function repositoryPath(id: string): string {
  return `listings/${recordPath(id)}`;
}

/** Whether a commit is among those that a branch got since a commit. */
async function hasCommit(
  git: Git,
  since: string | undefined,
  tip: string | undefined,
  commit: NewCommit | undefined,
): Promise<boolean> {
  if (tip === since || tip === undefined || commit === undefined) return false;
  const range = since === undefined ? tip : `${since}..${tip}`;
  const log = String(await git.run(['log', '-z', '--format=%B', range]));
  return log.split('\0').some(text => text.trim() === messageText(commit).trim());
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
  if (await ends(owner, 10_000)) return;
  // It hangs: two at a time on one repository could both commit.
  for (const pid of [-owner.pid, owner.pid]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended, or is not the leader of a process group.
    }
  }
  await ends(owner, 2_000);
}

/** Whether a process ends within some milliseconds. */
async function ends(owner: ProcessIdentity, withinMs: number): Promise<boolean> {
  for (let waited = 0; await isRunning(owner); waited += 20) {
    if (waited >= withinMs) return false;
    await sleep(20);
  }
  return true;
}

/** Locks that a killed git left; the data directory is ours, so they are nobody's. */
async function removeLocks(gitDir: string): Promise<void> {
  const locked = ['config', 'HEAD', 'index', 'seed-index', 'packed-refs', `refs/heads/${BRANCH}`];
  for (const lock of locked) await rm(path.join(gitDir, `${lock}.lock`), { force: true });
}
