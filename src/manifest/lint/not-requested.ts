import type { LintRule } from './rule.ts';

const NAME = 'not-requested';

/** Whether the findings of a manifest show that its publisher requests no listing. It is valid, but a submission lists nothing. */
export function isListingRefused(findings: readonly { readonly rule: string }[]): boolean {
  return findings.some(({ rule }) => rule === NAME);
}

export const notRequested: LintRule = {
  name: NAME,
  severity: 'warning',
  hint: 'To list the API, set listing_requested to true.',
  anchor: 'lint-not-requested',
  *check({ listing_requested }) {
    if (listing_requested !== false) return;
    const message =
      'The registry does not list an API with listing_requested: false, and withdraws one that is listed.';
    yield { pointer: '/listing_requested', message, value: listing_requested };
  },
};
