import type { ProblemDetails, ProblemError } from '#contract/problem.ts';
import problems from '#registry/problems.json' with { type: 'json' };

/** The problem types of the API; `registry/problems.json` explains each. */
export type ProblemType = keyof typeof problems;

/** A failed request. Handlers throw it, and the application responds with problem details. */
export class Problem extends Error {
  readonly type: ProblemType;
  readonly errors: readonly ProblemError[];
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail a message for the client: the error and its fix */
  constructor(type: ProblemType, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.type = type;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
  }

  static fromData({ type, detail, errors }: ProblemData): Problem {
    return new Problem(type, detail, { errors });
  }

  /** Returns the problem as data, which another thread can receive. */
  toData(): ProblemData {
    return { type: this.type, detail: this.message, errors: this.errors };
  }

  /** Returns the same problem with additional response headers. */
  with(headers: Readonly<Record<string, string>>): Problem {
    const { type, message, errors, cause } = this;
    return new Problem(type, message, { errors, cause, headers: { ...headers, ...this.headers } });
  }
}

/** A problem without response headers, as data. */
export interface ProblemData {
  readonly type: ProblemType;
  readonly detail: string;
  readonly errors: readonly ProblemError[];
}

interface ProblemOptions {
  readonly errors?: readonly ProblemError[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** The maximum number of errors that a problem lists (design: Errors). */
export const MAX_ERRORS = 20;

/**
 * Creates a response with RFC 9457 problem details and at most `MAX_ERRORS` errors.
 * @param site the site's URL; its documentation explains each type
 */
export function problemResponse(problem: Problem, site: string): Response {
  const { status, title } = problems[problem.type];
  const body: ProblemDetails = {
    type: `${site}/docs/problems/#${problem.type}`,
    title,
    status,
    detail: detailOf(problem),
    ...(problem.errors.length > 0 && { errors: problem.errors.slice(0, MAX_ERRORS) }),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...problem.headers },
  });
}

function detailOf({ message, errors }: Problem): string {
  const more = errors.length - MAX_ERRORS;
  return more > 0 ? `${message} ${more} more ${more === 1 ? 'error is' : 'errors are'} not shown.` : message;
}
