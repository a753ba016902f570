import { test } from 'vitest';
import { FAILURES } from '#scripts/fake-github/failure-proxy.ts';
import { checkReview, checkSubmission } from './request-failures.fixture.ts';

const ALL = FAILURES.map(failure => [failure.name, failure] as const);

test.each(ALL)(
  'submits an origin once, and never reports a wrong status, if one request fails with: %s',
  async (_, failure) => checkSubmission(failure),
);

/** Without a response, or with half of one, git waits until its time limit of five minutes. */
test.each(ALL.filter(([name]) => name !== 'hang' && name !== 'invalid JSON'))(
  'stores an accepted submission once if one request fails with: %s',
  async (_, failure) => checkReview(failure),
);
