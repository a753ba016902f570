import type { Instant } from '#listing/timestamp.ts';
import type { Finding } from '#manifest/finding.ts';
import type { LintFinding } from '#manifest/lint.ts';
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
  /** The manifest keeps the rules of the format that it declares. */
  readonly schema_valid: boolean;
  /** Seen to be so by us. False says no more than that it was not: `checks` tells failed from skipped and undecided. */
  readonly endpoints_reachable: boolean;
  /** As above. */
  readonly auth_verified: boolean;
  /** As above; valid payment requirements or an answering onboarding address were seen, no payment was tried. */
  readonly payment_flow_verified: boolean;
  readonly badges: readonly Term<'badges'>[];
  /** Every reason why it did not pass; empty exactly when it passed. */
  readonly errors: readonly Finding[];
  readonly checks: readonly CheckResult[];
  /** It did not pass, but only because a check could not decide: try again later. */
  readonly retryable: boolean;
}

/** The checks, in the order in which they run. */
export type CheckName =
  | 'manifest_reachable'
  | 'schema_valid'
  | 'lint'
  | 'endpoints_reachable'
  | 'auth_verified'
  | 'payment_ready';

/** What one check came to. */
export interface CheckResult {
  readonly name: CheckName;
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
  /** The places in the manifest that it found fault with; absent where there are none. */
  readonly findings?: readonly ReportFinding[];
}

/** A place in the manifest; the lint tells in addition how bad it is, and where its rule is explained. */
export type ReportFinding = Finding & Partial<Pick<LintFinding, 'severity' | 'anchor'>>;

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
