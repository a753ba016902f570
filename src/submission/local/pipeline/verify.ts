import type { CheckResult } from '#contract/report.ts';
import type { Origin } from '#listing/origin.ts';
import type { OriginCheck } from '../../acceptance.ts';
import type { QueuedSubmission } from './submission-files.ts';
import type { SubmissionStates } from './submission-states.ts';

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

export interface VerifyOptions {
  readonly states: SubmissionStates;
  readonly verify: VerifyForSubmission;
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
}

/** A submission and the check of its origin. */
export interface CheckedSubmission extends QueuedSubmission {
  readonly seen: OriginCheck;
}

/** A submission after its check. `seen` is undefined after an internal error. */
export type VerifiedSubmission = QueuedSubmission & { readonly seen: OriginCheck | undefined };

/** Creates the function that checks the origin of a submission and reports the progress. It never rejects. */
export function createVerifier(options: VerifyOptions): (submission: QueuedSubmission) => Promise<VerifiedSubmission> {
  const { states, verify, signal, onFault } = options;
  return async submission => {
    const { origin, isPrivileged } = submission;
    const id = submission.state.submission_id;
    states.markValidating(id);
    try {
      const seen = await verify(origin, signal, result => states.addResult(id, result), isPrivileged);
      return { ...submission, seen };
    } catch (error) {
      if (!signal.aborted) onFault(error);
      return { ...submission, seen: undefined };
    }
  };
}
