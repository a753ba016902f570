import type { Blocklist } from '#listing/blocklist.ts';
import type { Listing } from '#listing/listing.ts';
import type { Origin } from '#listing/origin.ts';
import { MAX_CHECKS_PER_DOMAIN } from '../check-limit.ts';
import { limitUnit } from '../limit-unit.ts';
import type { ListingIndex } from '../listing-index.ts';
import type { Submissions } from '../submission.ts';
import { acceptSubmissions } from './pipeline/accept.ts';
import { commitSubmissions } from './pipeline/commit.ts';
import { createIntake } from './pipeline/intake.ts';
import { createIntakeLimits } from './pipeline/intake-limits.ts';
import { createLock } from './pipeline/lock.ts';
import { createNotifier } from './pipeline/notify.ts';
import { createWorkQueue } from './pipeline/queue.ts';
import type { QueuedSubmission, SubmissionFiles } from './pipeline/submission-files.ts';
import { createSubmissionStates } from './pipeline/submission-states.ts';
import {
  type CheckedSubmission,
  createVerifier,
  type VerifiedSubmission,
  type VerifyForSubmission,
} from './pipeline/verify.ts';
import type { RecordRepository } from './record-repository.ts';

export interface PipelineOptions {
  readonly files: SubmissionFiles;
  /** The undecided submissions of an earlier run. */
  readonly left: readonly QueuedSubmission[];
  readonly repository: RecordRepository;
  readonly observationsDir: string;
  readonly index: Promise<ListingIndex>;
  readonly blocklist: Blocklist;
  /** The maximum number of new listings per limit unit and UTC day. Undefined if an origin has no limit. */
  readonly limitFor: (origin: Origin, isPrivileged: boolean | undefined) => number | undefined;
  readonly verify: VerifyForSubmission;
  /** Called with each new or changed listing, before its submission counts as approved. */
  readonly onListing: (listing: Listing) => void | Promise<void>;
  readonly onFault: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Kills running git commands of the repository if closing takes too long. */
  readonly killGit: AbortController;
  /** The maximum number of concurrent checks, not counting slow ones (default: 16). */
  readonly maxConcurrentChecks?: number | undefined;
}

export interface SubmissionPipeline {
  readonly submissions: Submissions;
  /** Runs an action while no submission is accepted or committed, so that it is the only writer of the repository. */
  runExclusively<T>(action: () => Promise<T>): Promise<T>;
  /**
   * Stops all checks and finishes the current commit. Other submissions stay undecided.
   *
   * @param timeoutMs the time limit in milliseconds; git is killed if it does not end in time
   */
  close(timeoutMs: number): Promise<void>;
}

const MAX_BATCH = 64;

/**
 * The maximum number of concurrent checks, including slow ones. It is lower than the number of concurrent requests of
 * the guarded client, so that submissions never block other checks.
 */
const MAX_RUNNING_CHECKS = 96;

/** Checks of working origins complete within this time. */
const SLOW_CHECK_MS = 1_500;

/** The number of batches between repacks. Each batch creates a pack. */
const BATCHES_PER_PACK = 128;

/** The number of decided submissions between removals of old ones. Each has a file. */
const DECIDED_PER_PRUNE = 256;

/**
 * Creates the pipeline of a local registry. Each step is a module of `pipeline/`: intake, queue, verify, accept, commit,
 * notify. Checks run in parallel, fairly between domains; the steps after them run in batches, in the order in which the
 * checks complete.
 */
export function createPipeline(options: PipelineOptions): SubmissionPipeline {
  const { files, left, index, repository, limitFor, blocklist, killGit, onFault, now } = options;
  const { maxConcurrentChecks = 16 } = options;
  const stop = new AbortController();
  const lock = createLock();
  let unpacked = 0;
  let unpruned = 0;

  const states = createSubmissionStates(files, left, options);
  const limits = index.then(loaded => createIntakeLimits({ index: loaded, blocklist, limitFor, now }));
  limits.catch(onFault);
  const intake = createIntake({ files, states, limits, now, onOpen: submission => queue.add(submission), onFault });
  const queue = createWorkQueue<QueuedSubmission, VerifiedSubmission>({
    maxConcurrent: maxConcurrentChecks,
    maxRunning: Math.max(MAX_RUNNING_CHECKS, maxConcurrentChecks),
    slowAfterMs: SLOW_CHECK_MS,
    maxPerGroup: MAX_CHECKS_PER_DOMAIN,
    maxBatch: MAX_BATCH,
    groupOf: ({ origin }) => limitUnit(origin),
    isExempt: ({ origin, isPrivileged }) => limitFor(origin, isPrivileged) === undefined,
    isInconclusive: ({ seen }) => seen?.report.retryable ?? false,
    prepare: createVerifier({ ...options, states, signal: stop.signal }),
    settle: verified => lock.run(() => settle(verified)),
    now: () => performance.now(),
  });
  const notifier = createNotifier({ ...options, states });
  for (const submission of left) queue.add(submission);

  async function settle(verified: readonly VerifiedSubmission[]): Promise<void> {
    const checked = verified.filter((each): each is CheckedSubmission => each.seen !== undefined);
    const unchecked = verified.filter(({ seen }) => seen === undefined);
    try {
      const accepting = { ...options, index: await index };
      const { decided, failed } = await acceptSubmissions(checked, accepting);
      await commitSubmissions(decided, accepting);
      await notifier.failed([...unchecked, ...failed]);
      await notifier.decided(decided);
    } catch (error) {
      // After a deliberate kill, the next start decides on these submissions.
      if (killGit.signal.aborted) return;
      onFault(error);
      await notifier.failed(verified);
    }
    unpacked += 1;
    if (unpacked >= BATCHES_PER_PACK) await pack();
    unpruned += verified.length;
    if (unpruned >= DECIDED_PER_PRUNE) await prune();
  }

  async function prune(): Promise<void> {
    unpruned = 0;
    await files.prune().catch(onFault);
  }

  async function pack(timeoutMs?: number): Promise<void> {
    unpacked = 0;
    await repository.pack(timeoutMs).catch(ifOpen(onFault));
  }

  /** Ignores errors during close, when git is killed on purpose. */
  function ifOpen(report: (error: unknown) => void): (error: unknown) => void {
    return error => {
      if (!stop.signal.aborted) report(error);
    };
  }

  return {
    submissions: intake,
    runExclusively: action => lock.run(action),
    async close(timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      stop.abort();
      const timer = setTimeout(() => killGit.abort(), timeoutMs / 2);
      await queue.close();
      clearTimeout(timer);
      await notifier.close();
      const remaining = () => deadline - performance.now();
      if (unpacked > 0 && remaining() > 0) await pack(remaining());
      if (remaining() > 0) await repository.refresh(remaining()).catch(ifOpen(onFault));
    },
  };
}
