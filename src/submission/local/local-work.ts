import type { CheckResult } from '#contract/report.ts';
import type { OpenSubmission, RejectedSubmission } from '#contract/submission.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { instant } from '#listing/timestamp.ts';
import { finding } from '#manifest/finding.ts';
import type { OriginCheck } from '../acceptance.ts';
import { MAX_CHECKS_PER_DOMAIN } from '../check-limit.ts';
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
 * Checks an origin, as `verifyOrigin` does, and reports each completed check.
 *
 * @param isPrivileged whether the submission has local privileges; undefined if the setting of the registry applies
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
  /** Kills running git commands of the repository if closing takes too long. */
  readonly killGit: AbortController;
  /** The maximum number of concurrent checks, not counting slow ones (default: 16). */
  readonly maxConcurrentChecks?: number | undefined;
}

export interface LocalWork {
  add(submission: QueuedSubmission): void;
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

/** A submission with its check. The check is missing after an internal error. */
type Prepared = { readonly submission: OpenSubmission; readonly checked: CheckedSubmission | undefined };

/**
 * Checks submissions in parallel, fairly between domains, and decides on them in the order in which their checks
 * complete.
 */
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
      if (!result.ok) throw new Error(`The stored submission has no valid origin: ${submission.url}`);
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
    const undecided = prepared.filter(each => !each.checked).map(({ submission }) => submission);
    let decided: readonly Decided[] = [];
    try {
      const admission = await acceptSubmissions(checked, { ...options, index: await options.index });
      decided = admission.decided;
      undecided.push(...admission.failed.map(({ submission }) => submission));
    } catch (error) {
      // After a deliberate kill, the next start decides on these submissions.
      if (killGit.signal.aborted) return;
      onFault(error);
      undecided.push(...checked.map(({ submission }) => submission));
    }
    await intake.finish(undecided.map(submission => rejectAfterError(submission, now())));
    await applying.run(decided);
    unpacked += 1;
    if (unpacked >= BATCHES_PER_PACK) await pack();
  }

  async function apply(decided: Decided): Promise<void> {
    await intake.finish([await applyDecision(decided, { ...options, index: await options.index })]);
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

/** Rejects a submission as retryable after an internal error, which is unrelated to the origin. */
function rejectAfterError(submission: OpenSubmission, now: number): RejectedSubmission {
  const reason = 'The submission failed because of an internal error of the registry.';
  return {
    ...submission,
    status: 'rejected',
    updated_at: instant(now),
    reason,
    errors: [finding('', 'fault', reason, 'You do not need to change anything. Submit again later.')],
    report: null,
    retryable: true,
  };
}
