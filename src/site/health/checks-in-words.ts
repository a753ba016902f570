import type { LastReport, ReportedCheck } from './last-report.ts';

/** What a check came to, by a word. Only an error is a failure: the others say what is missing for a badge, or advise. */
export function outcomeWord({ outcome, severity }: Pick<ReportedCheck, 'outcome' | 'severity'>): OutcomeWord {
  if (outcome !== 'failed') return WORDS[outcome];
  return severity === 'error' ? 'Failed' : 'Not met';
}

export type OutcomeWord = (typeof ORDER)[number];

/** What was checked and what came of it: `Passed: manifest, schema. Skipped: payment.` */
export function checksInWords({ checks }: Pick<LastReport, 'checks'>): string {
  return ORDER.flatMap(word => {
    const subjects = checks.filter(check => outcomeWord(check) === word).map(({ name }) => SUBJECTS[name] ?? name);
    return subjects.length === 0 ? [] : [`${word}: ${subjects.join(', ')}.`];
  }).join(' ');
}

const WORDS = { passed: 'Passed', skipped: 'Skipped', inconclusive: 'Inconclusive' } as const;

/** What went wrong is wanted last, where the eye ends. */
const ORDER = ['Passed', 'Skipped', 'Inconclusive', 'Not met', 'Failed'] as const;

/** What a check looked at, in a word or two; those of other registries' reports keep their names. */
const SUBJECTS: Readonly<Record<string, string>> = {
  manifest_reachable: 'manifest',
  schema_valid: 'schema',
  lint: 'lint',
  endpoints_reachable: 'endpoints',
  auth_verified: 'authentication',
  payment_ready: 'payment',
};
