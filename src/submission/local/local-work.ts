import { type Origin, parseOrigin } from '#listing/origin.ts';
import { instant } from '#listing/timestamp.ts';
import { finding } from '#manifest/finding.ts';
import type { CheckResult } from '#verify/report.ts';
import type { OriginCheck } from '../acceptance.ts';
import type { ListingIndex } from '../listing-index.ts';
import type { OpenSubmission, RejectedSubmission, SubmissionState } from '../submission.ts';
import { type AcceptanceContext, acceptSubmissions, type CheckedSubmission } from './accept-submissions.ts';
import type { Intake } from './local-submissions.ts';
import { createWorkQueue, type WorkQueue } from './work-queue.ts';

/** Checks an origin as it is now, as `verifyOrigin` does, and tells of each check that has ended. */
export type VerifyForSubmission = (
  origin: Origin,
  signal: AbortSignal,
  onResult: (result: CheckResult) => void,
) => Promise<OriginCheck>;

export interface LocalWorkOptions extends Omit<AcceptanceContext, 'index'> {
  readonly index: Promise<ListingIndex>;
  readonly intake: Intake;
  readonly verify: VerifyForSubmission;
  readonly atOnce?: number;
}

/** The most submissions that are committed at once. */
const MOST_TOGETHER = 64;

/** After how many batches, each of which leaves a pack, these are made one. */
const PACK_AFTER = 128;

/** A submission and its check, or that the check broke off. */
type Prepared = { readonly submission: OpenSubmission; readonly checked: CheckedSubmission | undefined };

/** Checks submissions side by side, and admits them in the order in which their checks end. */
export function createSubmissionWork(options: LocalWorkOptions): WorkQueue<OpenSubmission> {
  const { intake, verify, repository, onFault, now, atOnce = 16 } = options;
  const stop = new AbortController();
  let unpacked = 0;

  async function prepare(submission: OpenSubmission): Promise<Prepared> {
    intake.validating(submission.submission_id);
    const result = parseOrigin(submission.url);
    try {
      if (!result.ok) throw new Error(`A submission was kept without an origin: ${submission.url}`);
      const seen = await verify(result.value, stop.signal, check => intake.checked(submission.submission_id, check));
      return { submission, checked: { submission, origin: result.value, seen } };
    } catch (error) {
      onFault(error);
      return { submission, checked: undefined };
    }
  }

  async function settle(prepared: readonly Prepared[]): Promise<void> {
    const checked = prepared.flatMap(each => each.checked ?? []);
    const broken = prepared.filter(each => !each.checked).map(({ submission }) => faulty(submission, now()));
    await intake.finish([...broken, ...(await admitted(checked))]);
    unpacked += 1;
    if (unpacked >= PACK_AFTER) await pack();
  }

  async function admitted(checked: readonly CheckedSubmission[]): Promise<SubmissionState[]> {
    try {
      return await acceptSubmissions(checked, { ...options, index: await options.index });
    } catch (error) {
      onFault(error);
      return checked.map(({ submission }) => faulty(submission, now()));
    }
  }

  async function pack(): Promise<void> {
    unpacked = 0;
    await repository.pack().catch(onFault);
  }

  const line = createWorkQueue({ atOnce, mostTogether: MOST_TOGETHER, prepare, settle });
  return {
    add: line.add,
    async close() {
      stop.abort();
      await line.close();
      if (unpacked > 0) await pack();
      await repository.refresh().catch(onFault);
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
