import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Listing } from '#listing/listing.ts';
import type { Origin } from '#listing/origin.ts';
import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';
import { MAX_NEW_LISTINGS_PER_DAY } from '../daily-limit.ts';
import { hasGit } from '../git/git.ts';
import type { Submissions } from '../submission.ts';
import { readBlocklist } from './blocklist-file.ts';
import { openDataDirectory } from './data-directory.ts';
import { createInspector } from './inspect-submission.ts';
import { loadIndex } from './load-index.ts';
import { createIntake } from './local-submissions.ts';
import { createSubmissionWork, type VerifyForSubmission } from './local-work.ts';
import { openRecordRepository } from './record-repository.ts';
import { loadOpenSubmissions } from './resume-submissions.ts';
import { seedObservations } from './seeds/observation-seed.ts';
import { type BrokenSeed, importSeed } from './seeds/seed-import.ts';
import { submissionFiles } from './submission-files.ts';

export interface LocalRegistryOptions {
  /** Where this registry keeps everything; made when it is missing. */
  readonly dataDir: string;
  /** Holds `listings/` and `refused.json`; brought in at each start, never written to. */
  readonly registryDir: string;
  /** Brought in likewise. */
  readonly observationsDir?: string | undefined;
  readonly verify: VerifyForSubmission;
  /** Whether http and loopback origins may be listed: only while the server itself is bound to loopback. */
  readonly local: boolean;
  /** The author of the commits (default: the default of SITE_NAME). */
  readonly siteName?: string;
  /** Told of each listing that is new or changed, before its submission counts as approved. */
  readonly onListing: (listing: Listing) => void | Promise<void>;
  /** Told of each file of `registryDir` that is no record, and is left out until it is mended. */
  readonly onBroken: (file: BrokenSeed) => void;
  /** Told of faults on our side, after which things go on as well as they can. */
  readonly onFault: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Checks of origins at the same time, slow ones not counted (default: 16). */
  readonly maxConcurrentChecks?: number;
  /** New listings of a registrable domain in a UTC day; local privileges lift it. */
  readonly newListingsADay?: number;
  /** The most milliseconds for one run of git, however long the run may usually take. */
  readonly maxGitMs?: number;
}

/** Where the data of a local registry lies, below its data directory. */
export function localDirectories(dataDir: string): LocalRegistry['directories'] {
  const root = path.resolve(dataDir);
  return { registry: path.join(root, 'repository'), observations: path.join(root, 'observations') };
}

/** A registry that lives in a directory of this machine (design: Submission, Local). */
export interface LocalRegistry {
  readonly submissions: Submissions;
  /** Where its data is to be read. */
  readonly directories: { readonly registry: string; readonly observations: string };
  /** How many records the start brought in from `registryDir`. */
  readonly broughtIn: number;
  /**
   * Stops checking, and leaves what is undecided to the next start.
   * @param timeoutMs milliseconds in which it ends whatever hangs (default: 3,000)
   */
  close(timeoutMs?: number): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 3_000;

/** Time for a killed git to end. */
const GRACE_MS = 500;

/**
 * Opens the registry that a data directory holds, and goes on with what an earlier run left undecided.
 *
 * @throws RangeError when another server uses the directory, it cannot be written, git is missing, or `refused.json` is broken; fit to show to
 *   the operator
 */
export async function openLocalRegistry(options: LocalRegistryOptions): Promise<LocalRegistry> {
  const dataDir = path.resolve(options.dataDir);
  const lock = await openDataDirectory(dataDir);
  try {
    if (!(await hasGit()))
      throw new RangeError(
        'A local registry keeps its records in a git repository, but there is no git here. Install git.',
      );
    return await opened(dataDir, options, () => lock.release());
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function opened(
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
  const refusals = await readBlocklist(registryDir, repository.folder);
  const broughtIn = await importSeed(repository, { registryDir, onBroken, now: now() });
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
  const inspect = index.then(loaded => createInspector({ index: loaded, refusals, local, limitFor, now }));
  inspect.catch(onFault);
  const intake = createIntake({
    files,
    left,
    now,
    inspect,
    onOpen: submission => work.add(submission),
    onFault,
  });
  const work = createSubmissionWork({
    ...options,
    repository,
    observationsDir,
    index,
    refusals,
    limitFor,
    intake,
    killGit,
    now,
  });
  for (const submission of left) work.add(submission);
  return {
    submissions: intake.submissions,
    directories: { registry: repository.folder, observations: observationsDir },
    broughtIn,
    async close(timeoutMs = CLOSE_TIMEOUT_MS) {
      // A disk that hangs cannot be interrupted, so it is left behind.
      await Promise.race([work.close(timeoutMs), sleep(timeoutMs + GRACE_MS, undefined, { ref: false })]);
      await release();
    },
  };
}
