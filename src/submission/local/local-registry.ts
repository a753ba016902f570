import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Blocklist } from '#listing/blocklist.ts';
import type { Listing } from '#listing/listing.ts';
import type { Origin } from '#listing/origin.ts';
import type { BrokenFile } from '#store/record-files.ts';
import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';
import { MAX_NEW_LISTINGS_PER_DAY } from '../daily-limit.ts';
import { hasGit } from '../git/git.ts';
import type { CheckContext } from '../revalidation/check-listing.ts';
import { formatBrokenFile, runSummary } from '../revalidation/run-summary.ts';
import { writeRun } from '../revalidation/written-run.ts';
import { checkDue } from '../revalidation.ts';
import type { Submissions } from '../submission.ts';
import { readBlocklist } from './blocklist-file.ts';
import { checkDataDirectory, openDataDirectory } from './data-directory.ts';
import { loadIndex } from './load-index.ts';
import { loadOpenSubmissions } from './pipeline/resume.ts';
import { createRetrier } from './pipeline/retrier.ts';
import { submissionFiles } from './pipeline/submission-files.ts';
import type { VerifyForSubmission } from './pipeline/verify.ts';
import { createPipeline } from './pipeline.ts';
import { openRecordRepository } from './record-repository.ts';
import { seedObservations } from './seeds/observation-seed.ts';
import { importSeed } from './seeds/seed-import.ts';

export interface LocalRegistryOptions {
  /** The folder for all data of this registry. Created if it does not exist. */
  readonly dataDir: string;
  /** Contains `listings/` and `refused.json`. Imported at each start, and never written to. */
  readonly registryDir: string;
  /** A folder of observations to import at each start. */
  readonly observationsDir?: string | undefined;
  readonly verify: VerifyForSubmission;
  /** Whether http and loopback origins may be listed: only if the server itself listens on loopback. */
  readonly local: boolean;
  /** The author of the commits (default: the default of SITE_NAME). */
  readonly siteName?: string;
  /** Called with each new or changed listing, before its submission counts as approved. */
  readonly onListing: (listing: Listing) => void | Promise<void>;
  /** Called with the blocked origins before any check can start. */
  readonly onBlocklist?: (blocklist: Blocklist) => void;
  /** Called with each invalid record file of `registryDir`. The file is skipped until it is fixed. */
  readonly onBroken: (file: BrokenFile) => void;
  /** Called with internal errors. The registry continues as far as possible. */
  readonly onFault: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** The maximum number of concurrent checks, not counting slow ones (default: 16). */
  readonly maxConcurrentChecks?: number;
  /**
   * The maximum number of new listings per registrable domain and UTC day. Does not apply to requests with local
   * privileges.
   */
  readonly newListingsADay?: number;
  /** The maximum time limit in milliseconds for each git command, even for commands with a longer one. */
  readonly maxGitMs?: number;
}

/** Returns the folders of the registry data in a data directory. */
export function localDirectories(dataDir: string): LocalRegistry['directories'] {
  const root = path.resolve(dataDir);
  return { registry: path.join(root, 'repository'), observations: path.join(root, 'observations') };
}

/** A registry in a local directory (design: Submission, Local). */
export interface LocalRegistry {
  readonly submissions: Submissions;
  /** The problems of the data directory, for `/health`. */
  problems(): readonly string[];
  /** The folders to read its data from. */
  readonly directories: { readonly registry: string; readonly observations: string };
  /**
   * Checks the listings that are due, and writes the results as the only writer of the repository, while submissions
   * continue. After a crash, the next call continues with the stored results.
   */
  revalidate(options: LocalRunOptions): Promise<LocalRun>;
  /** The number of records that the start imported from `registryDir`. */
  readonly importedRecords: number;
  /**
   * Stops all checks. Undecided submissions continue at the next start.
   *
   * @param timeoutMs the time limit in milliseconds; hanging work is abandoned (default: 3,000)
   */
  close(timeoutMs?: number): Promise<void>;
}

export interface LocalRunOptions {
  /** Checks an origin. With `known`, the check sends a conditional request for the manifest. */
  readonly verify: CheckContext['verify'];
  /** Probes the endpoints of a listing from documentation. Undefined if this registry does not watch them. */
  readonly observe?: CheckContext['observe'];
  /** Called after each check with the number of completed checks and the total. */
  readonly onProgress: (done: number, total: number) => void;
  /** If aborted, no further checks start, and the results so far are written. */
  readonly stop: AbortSignal;
}

export interface LocalRun {
  /** The number of due listings, and of those with a result. */
  readonly due: number;
  readonly checked: number;
  /** Why the circuit breaker rejected the results. Undefined if they were written. */
  readonly breakerReason: string | undefined;
  /** The run as Markdown. */
  readonly summary: string;
}

/** The number of listings that a serving registry checks concurrently. Requests of users come first. */
const MAX_CONCURRENT_REVALIDATIONS = 32;

const CLOSE_TIMEOUT_MS = 3_000;

/** The time that a killed git process has to end. */
const GRACE_MS = 500;

/**
 * Opens the registry of a data directory and resumes undecided submissions of an earlier run.
 *
 * @throws RangeError with a message for the operator if another server uses the directory, it is not writable, git is
 * not installed, or `refused.json` is invalid
 */
export async function openLocalRegistry(options: LocalRegistryOptions): Promise<LocalRegistry> {
  const dataDir = path.resolve(options.dataDir);
  const lock = await openDataDirectory(dataDir);
  try {
    if (!(await hasGit()))
      throw new RangeError(
        'A local registry stores its records in a git repository, but git is not installed. Install git.',
      );
    return await createRegistry(dataDir, options, () => lock.release());
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const STORAGE_PROBLEM =
  'The server cannot write to its data directory, so it cannot store submissions. The disk may be full or read-only. The server checks this again within 30 seconds. See the log of the server.';

async function createRegistry(
  dataDir: string,
  options: LocalRegistryOptions,
  release: () => Promise<void>,
): Promise<LocalRegistry> {
  const { registryDir, onBroken, local, onFault, now = Date.now } = options;
  const observationsDir = path.join(dataDir, 'observations');
  const killGit = new AbortController();
  const { signal } = killGit;
  const { maxGitMs, siteName: author } = options;
  const repository = await openRecordRepository(dataDir, { now: now(), author, maxGitMs, signal });
  const blocklist = await readBlocklist(registryDir, repository.folder);
  options.onBlocklist?.(blocklist);
  const importedRecords = await importSeed(repository, { registryDir, onBroken, now: now() });
  await seedObservations(options.observationsDir, observationsDir);
  const files = await submissionFiles(path.join(dataDir, 'submissions'), file =>
    onFault(new Error(`${file} is damaged. It was renamed to ${path.basename(file)}.damaged.`)),
  );
  await files.prune();

  const index = loadIndex(repository.folder);
  const limit = options.newListingsADay ?? MAX_NEW_LISTINGS_PER_DAY;
  const limitFor = (origin: Origin, isPrivileged = local && isLoopbackHost(origin.host)) =>
    isPrivileged ? undefined : limit;
  const left = await loadOpenSubmissions({
    files,
    git: repository.git,
    registryDir: repository.folder,
    observationsDir,
    index,
    now,
  });
  const storage = createRetrier<undefined>(
    () => checkDataDirectory(dataDir),
    () => undefined,
  );
  const pipeline = createPipeline({
    ...options,
    files,
    left,
    repository,
    observationsDir,
    index,
    blocklist,
    limitFor,
    killGit,
    now,
    onFault(error) {
      onFault(error);
      // Any failure may be one of the disk, and the next submission that would notice its end may be a day away.
      void storage.run([undefined]);
    },
  });
  return {
    submissions: pipeline.submissions,
    problems: () => (storage.hasFailed() ? [STORAGE_PROBLEM] : []),
    directories: { registry: repository.folder, observations: observationsDir },
    async revalidate({ verify, observe, onProgress, stop }) {
      const folders = {
        registryDir: repository.folder,
        observationsDir,
        resultsDir: path.join(dataDir, 'revalidation'),
      };
      const due = { blocklist, shard: { index: 1, of: 1 }, now, verify, observe, atOnce: MAX_CONCURRENT_REVALIDATIONS };
      const broken: BrokenFile[] = [];
      const onBroken = (file: BrokenFile) => {
        broken.push(file);
        onFault(new Error(formatBrokenFile(file)));
      };
      const { due: total, checked } = await checkDue({ ...folders, ...due, onProgress, onBroken, onFault, stop });
      return pipeline.runExclusively(async () => {
        const run = await writeRun({
          ...folders,
          isOwn: true,
          base: 'main',
          remote: undefined,
          now: now(),
          ...(author !== undefined && { siteName: author }),
        });
        for (const record of run.committed) (await index).put(record);
        const { tally, breakerReason } = run;
        return { due: total, checked, breakerReason, summary: runSummary(tally, { breakerReason, broken }) };
      });
    },
    importedRecords,
    async close(timeoutMs = CLOSE_TIMEOUT_MS) {
      // Work on a hanging disk cannot be interrupted, so stop waiting for it.
      const closed = pipeline.close(timeoutMs).then(() => storage.close());
      await Promise.race([closed, sleep(timeoutMs + GRACE_MS, undefined, { ref: false })]);
      await release();
    },
  };
}
