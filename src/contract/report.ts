import type { Finding } from '#manifest/finding.ts';
import type { Term } from '#manifest/taxonomy.ts';
import type { Instant } from './instant.ts';

/**
 * The results of the checks of a manifest or an origin: `POST /validate`. The API, the CLI, pull request comments, and
 * the site use the same object.
 */
export interface Report {
  /** True if no check of severity `error` failed or was inconclusive. */
  readonly passed: boolean;
  /** The checked origin. Null if the request contained only a manifest. */
  readonly url: string | null;
  /** The URL of the fetched manifest. Null if the request contained the manifest. */
  readonly manifest_url: string | null;
  readonly validated_at: Instant;
  /** The format version that the manifest declares. Null if it declares no known version. */
  readonly spec_version: string | null;
  /** True if the manifest is valid in the format version that it declares. */
  readonly schema_valid: boolean;
  /** True if the check passed. If false, `checks` has the outcome: failed, skipped, or inconclusive. */
  readonly endpoints_reachable: boolean;
  /** True if the check passed. */
  readonly auth_verified: boolean;
  /** True if a response had valid payment requirements, or the onboarding URL exists. Checks never pay. */
  readonly payment_flow_verified: boolean;
  readonly badges: readonly Term<'badges'>[];
  /** All reasons why `passed` is false. Empty if it is true. */
  readonly errors: readonly ReportFinding[];
  readonly checks: readonly CheckResult[];
  /** True if the only obstacles are inconclusive checks, so that a retry without changes may pass. */
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

/** The result of one check. */
export interface CheckResult {
  readonly name: CheckName;
  /** True if the outcome is `passed` or `skipped`. */
  readonly passed: boolean;
  /** The effect of a failure: `error` prevents a listing, `warning` and `info` do not. */
  readonly severity: Severity;
  readonly outcome: Outcome;
  readonly message: string;
  /** How to fix the problem. Null if the check found no problem. */
  readonly hint: string | null;
  readonly evidence: readonly Evidence[];
  /** The problems in the manifest. Absent if the check found none. */
  readonly findings?: readonly ReportFinding[];
}

/** A problem in the manifest. Lint findings have a severity, and the anchor of their rule in the documentation. */
export interface ReportFinding extends Finding {
  readonly severity?: Severity;
  readonly anchor?: string;
  /** The number of further occurrences that the report does not list, in the last listed finding of a lint rule. */
  readonly more?: number;
}

export type Severity = 'error' | 'warning' | 'info';

/** `inconclusive` (a timeout, 5xx, 429, or an error of our network) does not count as a failure. */
export type Outcome = 'passed' | 'failed' | 'skipped' | 'inconclusive';

/** One HTTP exchange of a check. */
export interface Evidence {
  readonly method: 'GET' | 'HEAD';
  readonly url: string;
  /** The status code. Null if there was no response. */
  readonly status: number | null;
  readonly at: Instant;
  /** The duration of the exchange, in milliseconds. */
  readonly ms: number;
  /** The hash of the body, if it was read. */
  readonly sha256?: string;
  /** Further details, such as the reason why there was no response. */
  readonly note?: string;
}
