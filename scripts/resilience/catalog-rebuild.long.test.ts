import { expect, test } from 'vitest';
import { submitToServer } from '#scripts/bench/submissions/served-submissions.ts';

/** The target is 2 s; a machine that runs other tests gets three times that. */
const MAX_SECONDS_TO_LISTED = 6;

/** The target is 100 ms. Rebuilding on the request thread took 1,400 ms on the machine that the target was set on. */
const MAX_GAP_MS = 400;

test('a server with 10,000 listings lists a submission soon and responds meanwhile', { timeout: 600_000 }, async () => {
  const submissions = await submitToServer('registry', 10_000);
  expect(submissions.length).toBeGreaterThan(0);
  for (const { listed, longestGap } of submissions) {
    expect(listed).toBeLessThan(MAX_SECONDS_TO_LISTED);
    expect(longestGap).toBeLessThan(MAX_GAP_MS);
  }
});
