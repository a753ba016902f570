import { test } from 'vitest';
import { FAILURES } from '#scripts/fake-github/failure-proxy.ts';
import { checkReview, checkSubmission } from './request-failures.fixture.ts';

const ALL = FAILURES.map(failure => [failure.name, failure] as const);

test.each(ALL)(
  'submits an origin once, and never reports a wrong status, if one request fails with: %s',
  async (_, failure) => checkSubmission(failure),
);

/** Without a response, or with one that is too short for its protocol, git waits until its time limit of five minutes. */
const SLOW: ReadonlySet<string> = new Set(['hang', 'invalid JSON', 'other JSON']);

test.each(ALL.filter(([name]) => !SLOW.has(name)))(
  'stores an accepted submission once if one request fails with: %s',
  async (_, failure) => checkReview(failure),
);
