import type { Instant } from '#listing/timestamp.ts';
import type { Finding } from '#manifest/finding.ts';
import type { LintFinding } from '#manifest/lint.ts';
import type { Term } from '#manifest/taxonomy.ts';

/**
 * The report on a manifest or an origin (design: HTTP, Checks of an origin). The API, the CLI, comments on pull requests,
 * and the site use the same object.
 */
export interface Report {
  /** Whether no check of severity `error` failed or was inconclusive. */
  readonly passed: boolean;
  /** The verified origin. Null if only a manifest was submitted. */
  readonly url: string | null;
  /** The URL of the manifest. Null if the manifest was submitted. */
  readonly manifest_url: string | null;
  readonly validated_at: Instant;
  /** The declared format version. Null if it is missing or unknown. */
  readonly spec_version: string | null;
  /** Whether the manifest is valid in its declared format version. */
  readonly schema_valid: boolean;
  /** Whether the check passed. If false, `checks` distinguishes failed, skipped, and inconclusive. */
  readonly endpoints_reachable: boolean;
  /** Whether the check passed. */
  readonly auth_verified: boolean;
  /** Whether the check `payment_ready` passed. No payment was made. */
  readonly payment_flow_verified: boolean;
  readonly badges: readonly Term<'badges'>[];
  /** The reasons why the report did not pass. Empty if it passed. */
  readonly errors: readonly Finding[];
  readonly checks: readonly CheckResult[];
  /** Whether the report did not pass only because checks were inconclusive, so that a retry may pass. */
  readonly retryable: boolean;
}

/** The names of the checks, in execution order. */
export type CheckName =
  | 'manifest_reachable'
  | 'schema_valid'
  | 'lint'
  | 'endpoints_reachable'
  | 'auth_verified'
  | 'payment_ready';

/** The result of one check. */
export interface CheckResult {
  readonly name: CheckName;
  /** Whether the outcome is `passed` or `skipped`. */
  readonly passed: boolean;
  /** The effect of a failure: `error` prevents listing, `warning` and `info` do not. */
  readonly severity: Severity;
  readonly outcome: Outcome;
  readonly message: string;
  /** The next step. Null if no action is needed. */
  readonly hint: string | null;
  readonly evidence: readonly Evidence[];
  /** The problems in the manifest. Undefined if the check found none. */
  readonly findings?: readonly ReportFinding[];
}

/** A problem in the manifest. Lint findings also have a severity and a link to the documentation of their rule. */
export type ReportFinding = Finding & Partial<Pick<LintFinding, 'severity' | 'anchor'>>;

export type Severity = 'error' | 'warning' | 'info';

/** `inconclusive` means that a timeout, a 5xx, a 429, or our own network prevented a result. It is not a failure. */
export type Outcome = 'passed' | 'failed' | 'skipped' | 'inconclusive';

/** One request that a check is based on. */
export interface Evidence {
  readonly method: 'GET' | 'HEAD';
  readonly url: string;
  /** The status code. Null if there was no response. */
  readonly status: number | null;
  readonly at: Instant;
  /** The duration of the request and its response, in milliseconds. */
  readonly ms: number;
  /** The digest of the body, if it was read. */
  readonly sha256?: string;
  /** Details beyond the status, such as the reason for a missing response. */
  readonly note?: string;
}
