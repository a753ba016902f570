import type { Origin } from '#listing/origin.ts';
import type { Instant } from '#listing/timestamp.ts';
import type { Finding } from '#manifest/finding.ts';
import type { CheckResult, Report } from '#verify/report.ts';
import type { Outcome } from './acceptance.ts';

/**
 * The door for whoever submits an address (design: Submission; specification, section 4.1). Implemented on a git
 * repository of this machine by `local/`, on GitHub by `github/`.
 */
export interface Submissions {
  /**
   * Takes a submission in. What this answers with survives whatever happens to this process afterwards. While a
   * submission of the same origin is open, that one is the answer.
   *
   * @param origin as `originOf` reduces the submitted address
   * @throws SubmissionFault when it is not taken in
   */
  submit(origin: Origin, context: SubmitContext): Promise<SubmissionState>;

  /**
   * How a submission stands.
   *
   * @param id any text; only what `submit` gave out names a submission
   * @returns undefined when there is no such submission, or it is long past
   * @throws SubmissionFault of kind `unavailable`
   */
  status(id: string): Promise<SubmissionState | undefined>;
}

export interface SubmitContext {
  /** The client, for rate limits; used for nothing else. */
  readonly client?: string | undefined;
  /**
   * Whether the request has local privileges: http and loopback origins are accepted, quota and backoff do not apply.
   * If absent, the registry's own setting decides, and lifts quota and backoff for loopback origins only.
   */
  readonly isPrivileged?: boolean | undefined;
}

/** How a submission stands: the members of `data` in the API's answers, but for the addresses that the edge adds. */
export type SubmissionState = OpenSubmission | ApprovedSubmission | RejectedSubmission;

interface AnySubmission {
  readonly submission_id: string;
  readonly listing_id: string;
  /** The origin. */
  readonly url: string;
  readonly created_at: Instant;
  /** When `status` last changed. */
  readonly updated_at: Instant;
}

/** Waiting for its turn, or being checked. */
export interface OpenSubmission extends AnySubmission {
  readonly status: 'pending' | 'validating';
  /** While it is being checked, where that is known here: the checks that have ended, in their order. */
  readonly checks?: readonly CheckResult[];
}

/** The registry's data is now what the origin serves. */
interface ApprovedSubmission extends AnySubmission {
  readonly status: 'approved';
  readonly outcome: Outcome;
  /** Other listings whose name looks the same; ids, oldest first. */
  readonly similar_names: readonly string[];
  /** What the checks found; null where it is not at hand. */
  readonly report: Report | null;
  /** Whether the registry that answers has it yet. */
  readonly live: boolean;
}

export interface RejectedSubmission extends AnySubmission {
  readonly status: 'rejected';
  /** Why, in one sentence. */
  readonly reason: string;
  /** What to mend. */
  readonly errors: readonly Finding[];
  /** What the checks found; null when nothing was checked. */
  readonly report: Report | null;
  /** Whether the same submission may end well later with nothing mended. */
  readonly retryable: boolean;
}

/** A submission that was not taken in, or a status that could not be told. */
export class SubmissionError extends Error {
  override readonly name = 'SubmissionFault';
  /** `refused`: this origin never is; `too-many`: not now, by a limit; `unavailable`: not now, by a fault of ours or the forge's. */
  readonly kind: 'refused' | 'too-many' | 'unavailable';
  /** Seconds after which asking again makes sense; undefined exactly for `refused`. */
  readonly retryAfter: number | undefined;

  /** @param message what is the matter and what to do about it, fit to show to whoever submitted */
  constructor(
    kind: SubmissionError['kind'],
    message: string,
    options: { readonly retryAfter?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfter = kind === 'refused' ? undefined : (options.retryAfter ?? 60);
  }
}
