import type { CheckResult, Report } from '#contract/report.ts';

/** Formats the result of a check. Only failed errors are failures; other failed checks lack a badge or are advice. */
export function formatOutcome({ outcome, severity }: Pick<CheckResult, 'outcome' | 'severity'>): OutcomeWord {
  if (outcome !== 'failed') return WORDS[outcome];
  return severity === 'error' ? 'Failed' : 'Not met';
}

export type OutcomeWord = (typeof ORDER)[number];

/**
 * The shape for each result. The shapes of the statuses are reused, so that colors have the same meaning everywhere.
 */
export const STATUS_SHAPES: Readonly<Record<OutcomeWord, string>> = {
  Passed: 'verified',
  Skipped: 'withdrawn',
  Inconclusive: 'unverified',
  'Not met': 'unverified',
  Failed: 'failing',
};

/** Formats the results of all checks: `Passed: manifest, schema. Skipped: payment.` */
export function formatChecks({ checks }: Pick<Report, 'checks'>): string {
  return ORDER.flatMap(word => {
    const subjects = checks.filter(check => formatOutcome(check) === word).map(({ name }) => SUBJECTS[name] ?? name);
    return subjects.length === 0 ? [] : [`${word}: ${subjects.join(', ')}.`];
  }).join(' ');
}

const WORDS = { passed: 'Passed', skipped: 'Skipped', inconclusive: 'Inconclusive' } as const;

/** Failures come last, where they are most visible. */
const ORDER = ['Passed', 'Skipped', 'Inconclusive', 'Not met', 'Failed'] as const;

/** The subject of each check. Unknown checks of other registries keep their names. */
const SUBJECTS: Readonly<Record<string, string>> = {
  manifest_reachable: 'manifest',
  schema_valid: 'schema',
  lint: 'lint',
  endpoints_reachable: 'endpoints',
  auth_verified: 'authentication',
  payment_ready: 'payment',
};
