import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ListingRecord, recordPath } from '#listing/listing-record.ts';
import { parseRecord, writeRecord } from '#store/record-files.ts';
import { addCommits, messageText, type NewCommit, tipOf } from '../git/commits.ts';
import { readFiles } from '../git/files.ts';
import {
  createGit,
  GIT_TIMEOUT_MS,
  type Git,
  GitError,
  GitTimeoutError,
  LONG_GIT_TIMEOUT_MS,
  run,
} from '../git/git.ts';
import { removeGitLeftovers } from '../git/leftovers.ts';
import { createRetryingGit, GIT_ATTEMPTS, retryTimeouts } from '../git/retrying-git.ts';
import { getProcessIdentity, isRunning, type ProcessIdentity } from './process-identity.ts';
import { explainGitError, isConfigError, repairGitFiles, setAsideConfig } from './repair-repository.ts';

/**
 * The git repository of a local registry. Its `main` branch is authoritative. The work tree has the same files for
 * readers, and is outdated only briefly while this process updates it.
 */
export interface RecordRepository {
  readonly git: Git;
  /** Contains `listings/`. */
  readonly folder: string;
  /** Reads records from the last commit on `main`, independent of the work tree. */
  records(ids: readonly string[]): Promise<(ListingRecord | undefined)[]>;
  /** Creates commits on `main`, all or none. The caller updates the work tree. Calls must not overlap. */
  commit(commits: readonly NewCommit[]): Promise<void>;
  /** Writes committed records to the work tree. */
  checkOut(records: readonly ListingRecord[]): Promise<void>;
  /** Resets the work tree and the index to `main`. */
  restore(): Promise<void>;
  /** Packs the objects of many commits. */
  pack(timeoutMs?: number): Promise<void>;
  /** Updates the index for users who inspect the repository with git. */
  refresh(timeoutMs?: number): Promise<void>;
}

export interface RecordRepositoryOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The author of the commits (default: the default of SITE_NAME). */
  readonly author?: string | undefined;
  /** The maximum time limit in milliseconds for each git command, even for commands with a longer one. */
  readonly maxGitMs?: number | undefined;
  /** Kills the running git if aborted, and prevents further ones. */
  readonly signal?: AbortSignal | undefined;
}

const BRANCH = 'main';

/** The time limit of packing while the registry is in use. */
const PACK_TIMEOUT_MS = 60_000;

/**
 * Opens the repository below a folder, and creates it if it does not exist. Cleans up after a crash: waits for an
 * unfinished commit, removes locks and temporary files, replaces damaged files that have no data of their own, and restores
 * the work tree.
 *
 * @throws RangeError with a message for the operator if git cannot read the records
 */
export async function openRecordRepository(
  dataDir: string,
  options: RecordRepositoryOptions,
): Promise<RecordRepository> {
  try {
    return await openUndamaged(dataDir, options);
  } catch (error) {
    const isDamaged = error instanceof GitError && !(error instanceof GitTimeoutError) && !options.signal?.aborted;
    throw isDamaged ? explainGitError(path.resolve(dataDir, 'repository'), error) : error;
  }
}

async function openUndamaged(dataDir: string, options: RecordRepositoryOptions): Promise<RecordRepository> {
  const { now, author, maxGitMs = Number.POSITIVE_INFINITY, signal } = options;
  const folder = path.resolve(dataDir, 'repository');
  const dir = path.join(folder, '.git');
  const git = createRetryingGit(dir, { author, maxGitMs, signal, onTimeout: () => removeLocks(dir) });
  const running = path.resolve(dataDir, 'git-process');
  const onStart = (pid: number) => recordProcess(running, pid);
  await endLastProcess(running);
  await removeLocks(git.dir);
  await removeGitLeftovers(git.dir);
  await repairGitFiles(git.dir, BRANCH);
  // Creates only the missing parts, so a crash during it does no harm.
  const init = ['init', '--quiet', '--template=', `--initial-branch=${BRANCH}`, folder];
  const initialize = () => retryTimeouts(() => run(init, { timeoutMs: Math.min(maxGitMs, GIT_TIMEOUT_MS), signal }));
  await initialize().catch(async error => {
    if (!isConfigError(error)) throw error;
    await setAsideConfig(git.dir);
    await initialize();
  });
  let tip = await tipOf(git, BRANCH);

  async function commit(commits: readonly NewCommit[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const known = tip;
      try {
        tip = await addCommits(git, { name: BRANCH, tip }, commits, { onStart, timeoutMs: LONG_GIT_TIMEOUT_MS });
        return;
      } catch (error) {
        // An operator may have committed in the meantime, or git may have been killed after its commit.
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
      // The index only mirrors `main`, so a damaged one can be recreated.
      for (const file of ['index', 'index.lock']) await rm(path.join(git.dir, file), { force: true });
      await reset();
    }
    await git.run(['clean', '--quiet', '-d', '--force', '-x'], long);
  }

  /** Runs an optional git command once, without retries. */
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
    // A first commit would hide the records of a lost branch, and the next repack would delete them.
    if (await hasFiles(git)) throw new GitError(`The branch ${BRANCH} is missing or damaged, but its files exist.`);
    await commit([{ message: { subject: 'Create a local registry', body: '' }, time: now, files: [] }]);
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

/** Returns the path of a record in the repository. */
export function repositoryPath(id: string): string {
  return `listings/${recordPath(id)}`;
}

/** Whether a repository has a file in any commit, even if no branch has that commit. */
async function hasFiles(git: Git): Promise<boolean> {
  const objects = String(await git.run(['cat-file', '--batch-all-objects', '--batch-check=%(objecttype)']));
  return /^blob$/m.test(objects);
}

/** Whether a branch received a commit since another commit. */
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

async function recordProcess(file: string, pid: number): Promise<void> {
  await writeFile(file, JSON.stringify(await getProcessIdentity(pid)) ?? '');
}

/**
 * A git process survives a crash of the server. Wait for it, so that its commit is complete or missing before the next
 * decision.
 */
async function endLastProcess(file: string): Promise<void> {
  const left = await readFile(file, 'utf8').catch(() => '');
  let owner: ProcessIdentity;
  try {
    owner = JSON.parse(left) as ProcessIdentity;
  } catch {
    return;
  }
  if (await waitForEnd(owner, 10_000)) return;
  // It hangs. Kill it, because two processes could both commit to the repository.
  for (const pid of [-owner.pid, owner.pid]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended, or is not the leader of a process group.
    }
  }
  await waitForEnd(owner, 2_000);
}

/** Waits for a process to end. Returns false if the time limit in milliseconds is exceeded. */
async function waitForEnd(owner: ProcessIdentity, withinMs: number): Promise<boolean> {
  for (let waited = 0; await isRunning(owner); waited += 20) {
    if (waited >= withinMs) return false;
    await sleep(20);
  }
  return true;
}

/** Removes locks of killed git processes. The data directory is locked, so no other process uses them. */
async function removeLocks(gitDir: string): Promise<void> {
  const locked = ['config', 'HEAD', 'index', 'seed-index', 'packed-refs', `refs/heads/${BRANCH}`];
  for (const lock of locked) await rm(path.join(gitDir, `${lock}.lock`), { force: true });
}
