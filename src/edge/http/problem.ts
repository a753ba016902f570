import type { ProblemDetails, ProblemError } from '#contract/problem.ts';
import problems from '#registry/problems.json' with { type: 'json' };

/** The kinds of failure that the API tells apart; `registry/problems.json` explains each. */
export type ProblemType = keyof typeof problems;

/** A failure on its way out: thrown by whoever finds it, answered in one place. */
export class Problem extends Error {
  readonly type: ProblemType;
  readonly errors: readonly ProblemError[];
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail what went wrong in this case, and what to do; shown to the client */
  constructor(type: ProblemType, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.type = type;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
  }

  /** The same problem, answered with further headers. */
  with(headers: Readonly<Record<string, string>>): Problem {
    const { type, message, errors, cause } = this;
    return new Problem(type, message, { errors, cause, headers: { ...headers, ...this.headers } });
  }
}

interface ProblemOptions {
  readonly errors?: readonly ProblemError[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** The most errors that a problem lists (design: Errors). */
export const MAX_ERRORS = 20;

/**
 * The answer to a request that failed, as RFC 9457 problem details, with at most `MAX_ERRORS` errors.
 * @param site the site's address; its documentation explains each type
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
