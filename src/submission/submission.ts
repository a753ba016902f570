import type { Origin } from '#listing/origin.ts';
import type { Instant } from '#listing/timestamp.ts';
import type { Finding } from '#manifest/finding.ts';
import type { CheckResult, Report } from '#verify/report.ts';
import type { Outcome } from './acceptance.ts';

/**
 * The interface for submissions (design: Submission; specification, section 4.1). `local/` implements it on a local git
 * repository, `github/` on GitHub.
 */
export interface Submissions {
  /**
   * Creates a submission. The returned submission survives a crash of this process. If a submission of the same origin
   * is open, returns that one.
   *
   * @param origin from `parseOrigin`
   * @throws SubmissionError if the submission is not accepted for processing
   */
  submit(origin: Origin, context: SubmitContext): Promise<SubmissionState>;

  /**
   * Returns the state of a submission.
   *
   * @param id any text; only ids from `submit` identify a submission
   * @returns undefined if the submission does not exist or has expired
   * @throws SubmissionError of kind `unavailable`
   */
  status(id: string): Promise<SubmissionState | undefined>;
}

export interface SubmitContext {
  /** The client IP address, used only for rate limits. */
  readonly client?: string | undefined;
  /**
   * Whether the request has local privileges: http and loopback origins are accepted, and quota and backoff do not
   * apply. If absent, the registry's own setting applies, which lifts quota and backoff only for loopback origins.
   */
  readonly isPrivileged?: boolean | undefined;
}

/** The state of a submission: the members of `data` in API responses, except the URLs that the edge adds. */
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

/** A submission that is queued or being checked. */
export interface OpenSubmission extends AnySubmission {
  readonly status: 'pending' | 'validating';
  /** The completed checks, in order. Present only while a check is running on this server. */
  readonly checks?: readonly CheckResult[];
}

/** A submission whose record now matches what the origin serves. */
interface ApprovedSubmission extends AnySubmission {
  readonly status: 'approved';
  readonly outcome: Outcome;
  /** The ids of other listings with a confusable name, oldest first. */
  readonly similar_names: readonly string[];
  /** The report of the checks. Null if it is not available. */
  readonly report: Report | null;
  /** Whether the registry that responds already serves the change. */
  readonly live: boolean;
}

export interface RejectedSubmission extends AnySubmission {
  readonly status: 'rejected';
  /** The reason, in one sentence. */
  readonly reason: string;
  /** The problems to fix. */
  readonly errors: readonly Finding[];
  /** The report of the checks. Null if no checks ran. */
  readonly report: Report | null;
  /** Whether a retry without changes may succeed. */
  readonly retryable: boolean;
}

/** A submission that could not be created, or a state that could not be read. */
export class SubmissionError extends Error {
  override readonly name = 'SubmissionError';
  /**
   * `refused`: the origin is not accepted; `too-many`: a limit is exceeded; `unavailable`: an internal error or a
   * GitHub error.
   */
  readonly kind: 'refused' | 'too-many' | 'unavailable';
  /** Seconds to wait before a retry. Undefined only for `refused`. */
  readonly retryAfter: number | undefined;

  /** @param message the problem and its fix, safe to show to the client */
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
