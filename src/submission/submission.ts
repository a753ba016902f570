import type { SubmissionState } from '#contract/submission.ts';
import type { Origin } from '#listing/origin.ts';

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
