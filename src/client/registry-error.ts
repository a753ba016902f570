import type { Problem } from './types.ts';

/** Thrown if a registry rejects a request, fails, or is unreachable. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  /** The status code; undefined without a response. */
  readonly status: number | undefined;
  /** The problem details (RFC 9457); undefined if the response has none. */
  readonly problem: Problem | undefined;
  /** The delay before a retry, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    options: {
      readonly status?: number | undefined;
      readonly problem?: Problem | undefined;
      readonly retryAfter?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status;
    this.problem = options.problem;
    this.retryAfter = options.retryAfter;
  }
}
