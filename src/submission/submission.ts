import type { SubmissionState } from '#contract/submission.ts';
import type { Origin } from '#listing/origin.ts';

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
   * @throws SubmissionError if the submission cannot be created
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
  /** The problems that a check found, with their fixes. Empty without a check. */
  readonly details: readonly string[];

  /** @param message the problem and its fix, safe to show to the client */
  constructor(
    kind: SubmissionError['kind'],
    message: string,
    options: { readonly retryAfter?: number; readonly details?: readonly string[]; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.details = options.details ?? [];
    this.retryAfter = kind === 'refused' ? undefined : (options.retryAfter ?? 60);
  }
}
