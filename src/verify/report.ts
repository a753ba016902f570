import type { Instant } from '#listing/instant.ts';
import type { Finding } from '#manifest/finding.ts';
import type { Term } from '#manifest/taxonomy.ts';

/**
 * What was found out about a manifest or an origin (design: HTTP, Checks of an origin). The same object in the API,
 * on the command line, in a pull request's comment and on the site; it depends on nothing but what was checked and when.
 */
export interface Report {
  /** No check of severity `error` failed or stayed undecided. */
  readonly passed: boolean;
  /** The origin that was checked; null when the manifest alone was given. */
  readonly url: string | null;
  /** Where the manifest was fetched; null when it was given. */
  readonly manifest_url: string | null;
  readonly validated_at: Instant;
  /** The format version that the manifest declares; null when it declares none that is known. */
  readonly spec_version: string | null;
  readonly schema_valid: boolean;
  /** Null: not checked, or not decided. */
  readonly endpoints_reachable: boolean | null;
  readonly auth_verified: boolean | null;
  readonly payment_flow_verified: boolean | null;
  readonly badges: readonly Term<'badges'>[];
  /** The places where the manifest breaks a rule of its format. */
  readonly errors: readonly Finding[];
  readonly checks: readonly CheckResult[];
  /** It did not pass, but only because a check could not decide: try again later. */
  readonly retryable: boolean;
}

/** What one check came to. */
export interface CheckResult {
  /** The check's name, e.g. `endpoints_reachable`. */
  readonly name: string;
  /** The outcome is `passed` or `skipped`. */
  readonly passed: boolean;
  /** What a failure means: `error` prevents listing, `warning` and `info` do not. */
  readonly severity: Severity;
  readonly outcome: Outcome;
  /** What was found. */
  readonly message: string;
  /** What to do about it; null when there is nothing to do. */
  readonly hint: string | null;
  readonly evidence: readonly Evidence[];
}

export type Severity = 'error' | 'warning' | 'info';

/** `inconclusive`: it could not be decided (a timeout, a 5xx, a 429, our own network), which is nobody's failure. */
export type Outcome = 'passed' | 'failed' | 'skipped' | 'inconclusive';

/** One exchange that a check rests on. */
export interface Evidence {
  readonly method: 'GET' | 'HEAD';
  readonly url: string;
  /** The status of the answer; null when there was none. */
  readonly status: number | null;
  readonly at: Instant;
  /** How long the whole exchange took, in milliseconds. */
  readonly ms: number;
  /** Of the body's bytes, when a body was read. */
  readonly sha256?: string;
  /** What was seen beyond the status, e.g. why there was no answer. */
  readonly note?: string;
}
