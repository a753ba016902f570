import type { CheckResult } from '#contract/report.ts';
import type { OpenSubmission, RejectedSubmission } from '#contract/submission.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { instant } from '#listing/timestamp.ts';
import { finding } from '#manifest/finding.ts';
import type { OriginCheck } from '../acceptance.ts';
import { limitUnit } from '../limit-unit.ts';
import type { ListingIndex } from '../listing-index.ts';
import {
  type AcceptanceContext,
  acceptSubmissions,
  applyDecision,
  type CheckedSubmission,
  type Decided,
} from './accept-submissions.ts';
import { type Intake, publicState } from './local-submissions.ts';
import { createRetrier } from './retrier.ts';
import type { QueuedSubmission } from './submission-files.ts';
import { createWorkQueue } from './work-queue.ts';

/**
 * Checks an origin as it is now, as `verifyOrigin` does, and reports each check that has ended.
 * @param isPrivileged whether the submission has local privileges; undefined if the registry's setting decides
 */
export type VerifyForSubmission = (
  origin: Origin,
  signal: AbortSignal,
  onResult: (result: CheckResult) => void,
  isPrivileged: boolean | undefined,
) => Promise<OriginCheck>;

export interface LocalWorkOptions extends Omit<AcceptanceContext, 'index'> {
  readonly index: Promise<ListingIndex>;
  readonly intake: Intake;
  readonly verify: VerifyForSubmission;
  /** Kills the repository's git, for a close that cannot wait for it. */
  readonly killGit: AbortController;
  /** Checks at the same time, slow ones not counted (default: 16). */
  readonly maxConcurrentChecks?: number | undefined;
}

export interface LocalWork {
  add(submission: QueuedSubmission): void;
  /**
   * Stops checking, and ends what is being committed; everything else stays undecided.
   * @param timeoutMs milliseconds, in which git is killed if it does not end
   */
  close(timeoutMs: number): Promise<void>;
}

const MAX_BATCH = 64;

/**
 * Checks at the same time, slow ones included. Below what the guarded client sends at the same time, so that submissions
 * never keep other checks from it.
 */
const MAX_RUNNING_CHECKS = 96;

/** Origins in good order are checked within this time. */
const SLOW_CHECK_MS = 1_500;

/** Checks of one registrable domain at the same time (design: Submission). */
const MAX_CHECKS_PER_DOMAIN = 3;

/** After how many batches, each of which leaves a pack, these are made one. */
const PACK_AFTER = 128;

/** A submission and its check; without a check if that failed by an internal error. */
type Prepared = { readonly submission: OpenSubmission; readonly checked: CheckedSubmission | undefined };

/** Checks submissions in parallel, fairly between domains, and decides in the order in which their checks end. */
export function createSubmissionWork(options: LocalWorkOptions): LocalWork {
  const { intake, verify, repository, limitFor, killGit, onFault, now, maxConcurrentChecks = 16 } = options;
  const stop = new AbortController();
  const applying = createRetrier(apply, onFault);
  let unpacked = 0;

  async function prepare(queued: QueuedSubmission): Promise<Prepared> {
    const submission = publicState(queued);
    const { isPrivileged } = queued;
    intake.validating(submission.submission_id);
    const result = parseOrigin(submission.url);
    try {
      if (!result.ok) throw new Error(`A submission was kept without an origin: ${submission.url}`);
      const origin = result.value;
      const onResult = (check: CheckResult) => intake.checked(submission.submission_id, check);
      const seen = await verify(origin, stop.signal, onResult, isPrivileged);
      return { submission, checked: { submission, origin, seen, isPrivileged } };
    } catch (error) {
      if (!stop.signal.aborted) onFault(error);
      return { submission, checked: undefined };
    }
  }

  async function settle(prepared: readonly Prepared[]): Promise<void> {
    const checked = prepared.flatMap(each => each.checked ?? []);
    const broken = prepared.filter(each => !each.checked).map(({ submission }) => submission);
    let decided: readonly Decided[] = [];
    try {
      const admission = await acceptSubmissions(checked, { ...options, index: await options.index });
      decided = admission.decided;
      broken.push(...admission.failed.map(({ submission }) => submission));
    } catch (error) {
      // What was killed on purpose is decided after the next start.
      if (killGit.signal.aborted) return;
      onFault(error);
      broken.push(...checked.map(({ submission }) => submission));
    }
    await intake.finish(broken.map(submission => faulty(submission, now())));
    await applying.run(decided);
    unpacked += 1;
    if (unpacked >= PACK_AFTER) await pack();
  }

  async function apply(decided: Decided): Promise<void> {
    await intake.finish([await applyDecision(decided, { ...options, index: await options.index })]);
  }

  async function pack(timeoutMs?: number): Promise<void> {
    unpacked = 0;
    await repository.pack(timeoutMs).catch(ifOpen(onFault));
  }

  /** While it is closed, git is killed on purpose. */
  function ifOpen(report: (error: unknown) => void): (error: unknown) => void {
    return error => {
      if (!stop.signal.aborted) report(error);
    };
  }

  const queue = createWorkQueue<QueuedSubmission, Prepared>({
    maxConcurrent: maxConcurrentChecks,
    maxRunning: Math.max(MAX_RUNNING_CHECKS, maxConcurrentChecks),
    slowAfterMs: SLOW_CHECK_MS,
    maxPerGroup: MAX_CHECKS_PER_DOMAIN,
    maxBatch: MAX_BATCH,
    groupOf: ({ url }) => limitUnit(url),
    isExempt: ({ url, isPrivileged }) => {
      const result = parseOrigin(url);
      return result.ok && limitFor(result.value, isPrivileged) === undefined;
    },
    isInconclusive: ({ checked }) => checked?.seen.report.retryable ?? false,
    prepare,
    settle,
    now: () => performance.now(),
  });
  return {
    add: queue.add,
    async close(timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      stop.abort();
      const timer = setTimeout(() => killGit.abort(), timeoutMs / 2);
      await queue.close();
      clearTimeout(timer);
      await applying.close();
      await intake.close();
      const left = () => deadline - performance.now();
      if (unpacked > 0 && left() > 0) await pack(left());
      if (left() > 0) await repository.refresh(left()).catch(ifOpen(onFault));
    },
  };
}

/** A fault of ours decides nothing about the origin. */
function faulty(submission: OpenSubmission, now: number): RejectedSubmission {
  const reason = 'It could not be decided because of a fault on our side.';
  return {
    ...submission,
    status: 'rejected',
    updated_at: instant(now),
    reason,
    errors: [finding('', 'fault', reason, 'Nothing to mend; submit it again later.')],
    report: null,
    retryable: true,
  };
}
