import type { LastReport, Outcome } from './last-report.ts';

/** What a check looked at, in a word or two; those of other registries' reports keep their names. */
const SUBJECTS: Readonly<Record<string, string>> = {
  manifest_reachable: 'manifest',
  schema_valid: 'schema',
  lint: 'advice',
  endpoints_reachable: 'endpoints',
  auth_verified: 'authentication',
  payment_ready: 'payment',
};

/** In this order: what went wrong is wanted last, where the eye ends. */
const WORDS: readonly (readonly [Outcome, string])[] = [
  ['passed', 'Passed'],
  ['skipped', 'Skipped'],
  ['inconclusive', 'Undecided'],
  ['failed', 'Failed'],
];

/** What was checked and what came of it: `Passed: manifest, schema. Skipped: payment.` */
export function checksInWords({ checks }: Pick<LastReport, 'checks'>): string {
  return WORDS.flatMap(([wanted, word]) => {
    const subjects = checks.filter(({ outcome }) => outcome === wanted).map(({ name }) => SUBJECTS[name] ?? name);
    return subjects.length === 0 ? [] : [`${word}: ${subjects.join(', ')}.`];
  }).join(' ');
}
