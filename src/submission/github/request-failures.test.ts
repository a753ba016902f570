import { expect, test } from 'vitest';
import { FAILURES } from '#scripts/fake-github/failure-proxy.ts';
import { checkReview, checkSubmission } from './request-failures.fixture.ts';

/** `request-failures.long.test.ts` has all failures. */
function select(...names: readonly string[]) {
  const selected = FAILURES.filter(({ name }) => names.includes(name));
  expect(selected).toHaveLength(names.length);
  return selected.map(failure => [failure.name, failure] as const);
}

test.each(select('reset after', '404', 'invalid JSON', 'other JSON', 'null'))(
  'submits an origin once, and never reports a wrong status, if one request fails with: %s',
  async (_, failure) => checkSubmission(failure),
);

test.each(select('reset after'))(
  'stores an accepted submission once if one request fails with: %s',
  async (_, failure) => checkReview(failure),
);
