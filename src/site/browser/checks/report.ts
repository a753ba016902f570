import type { OutcomeWord } from '../../health/format-checks.ts';

/** One finding in a report. */
export interface ReportFinding {
  readonly pointer: string;
  readonly field: string;
  readonly rule: string;
  readonly message: string;
  readonly hint: string;
  readonly anchor?: string;
  readonly severity?: string;
  readonly position?: { readonly line: number; readonly column: number };
}

/** One check in a report. */
export interface Check {
  readonly name: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'inconclusive';
  readonly message: string;
  readonly hint: string | null;
  readonly evidence: readonly {
    readonly method: string;
    readonly url: string;
    readonly status: number | null;
    readonly ms: number;
    readonly note?: string;
  }[];
  readonly findings?: readonly ReportFinding[];
}

export interface Report {
  readonly passed: boolean;
  readonly retryable: boolean;
  readonly url: string | null;
  readonly badges: readonly string[];
  readonly errors: readonly ReportFinding[];
  readonly checks: readonly Check[];
}

/**
 * The shape for each result. The shapes of the statuses are reused, so that colors have the same meaning everywhere.
 */
export const STATUS_SHAPES: Readonly<Record<OutcomeWord, string>> = {
  Passed: 'verified',
  Skipped: 'withdrawn',
  Inconclusive: 'unverified',
  'Not met': 'unverified',
  Failed: 'lapsed',
};
