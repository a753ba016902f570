/** An error response as problem details (RFC 9457). */
export interface ProblemDetails {
  /** The URL of the documentation for this problem type. */
  readonly type: string;
  readonly title: string;
  /** The status code. */
  readonly status: number;
  /** The problem and how to fix it. */
  readonly detail: string;
  readonly errors?: readonly ProblemError[];
}

/** One error in a request: in its body (a JSON Pointer) or in its query (a parameter). */
export interface ProblemError {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly detail: string;
}
