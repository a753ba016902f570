import type { LintRule } from './rule.ts';

export const notRequested: LintRule = {
  name: 'not-requested',
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
