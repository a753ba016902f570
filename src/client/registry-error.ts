import type { Problem } from './types.ts';

/** A registry that refused, failed, or could not be reached. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  /** The status of its answer; undefined when there was none. */
  readonly status: number | undefined;
  /** What it said, in the form of RFC 9457; undefined when it did not answer as a registry does. */
  readonly problem: Problem | undefined;
  /** Seconds after which it wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    about: {
      readonly status?: number | undefined;
      readonly problem?: Problem | undefined;
      readonly retryAfter?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: about.cause });
    this.status = about.status;
    this.problem = about.problem;
    this.retryAfter = about.retryAfter;
  }
}
