import { expect, test } from 'vitest';
import { submitToServer } from '../bench/submissions/served-submissions.ts';

/** The target is 2 s; a machine that runs other tests gets five times that. */
const MAX_SECONDS_TO_LISTED = 10;

/**
 * The target for the gap between two timer ticks. Other processes lengthen the gap, but not the processor time of the request
 * thread, which a rebuild on that thread took 1,400 ms of.
 */
const MAX_WORK_MS = 100;

test('a server with 10,000 listings lists a submission soon and responds meanwhile', { timeout: 900_000 }, async () => {
  const submissions = await submitToServer('registry', 10_000);
  expect(submissions.length).toBeGreaterThan(0);
  for (const { listed, ticks } of submissions) {
    expect(listed).toBeLessThan(MAX_SECONDS_TO_LISTED);
    expect(ticks.longestWork).toBeLessThan(MAX_WORK_MS);
  }
});
