import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sanitizeLine } from '#cli/terminal/sanitize-line.ts';
import { parseOrigin } from '#listing/origin.ts';
import { findRepository } from '#submission/git/find-repository.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { checkListing } from '#submission/revalidation/check-listing.ts';
import { checkOutObservations } from '#submission/revalidation/observation-files.ts';
import { type CheckedListing, openResults } from '#submission/revalidation/results.ts';
import { OBSERVATIONS, writeRun } from '#submission/revalidation/written-run.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { formatFailedChecks } from './failed-checks.ts';
import { findRecord } from './find-listing.ts';
import type { MaintainedRegistry } from './maintained-registry.ts';
import type { Invocation } from './parse-args.ts';

/** Checks one listing now, and writes the results as revalidation does. */
export async function recheck({ setup, now }: MaintainedRegistry, { subject }: Invocation): Promise<string> {
  const { registryDir, observationsDir } = setup;
  const { id, url, source, withdrawn } = await findRecord(registryDir, subject);
  if (withdrawn) throw new RangeError(`${id} is withdrawn. Run restore before you check it.`);
  if (source.type === 'documentation')
    throw new RangeError(`${id} was written from documentation, so it has no manifest to check.`);
  const origin = parseOrigin(url);
  if (!origin.ok) throw new RangeError(origin.error);
  const blockReason = (await readBlocklist(...setup.blocklistDirs))(origin.value);
  if (blockReason !== undefined) throw new RangeError(`${id} is blocked, so it is not checked: ${blockReason}`);

  const { git } = await findRepository(registryDir, setup.siteName).catch((cause: unknown) => {
    throw new RangeError(`${registryDir} is not in a git repository, which stores the results of checks.`, { cause });
  });
  if (setup.observationsFromBranch) await checkOutObservations(git, OBSERVATIONS, observationsDir);
  const fetcher = createGuardedFetcher(setup);
  try {
    const checked = await checkListing(origin.value, {
      registryDir,
      observationsDir,
      verify: (each, known) => verifyOrigin(each.url, { fetcher, now: Date.now, onError: console.error }, known),
      now: () => now,
      asked: true,
    });
    if (!checked) throw new Error(`${id} was deleted during the check.`);
    await writeResults(checked, setup, now);
    return formatOutcome(checked);
  } finally {
    await fetcher.close();
  }
}

/** Uses its own directory for results, so that it does not interfere with a running revalidation. */
async function writeResults(checked: CheckedListing, setup: MaintainedRegistry['setup'], now: number): Promise<void> {
  const resultsDir = path.join(setup.resultsDir, 'recheck');
  await rm(resultsDir, { recursive: true, force: true });
  const results = await openResults(path.join(resultsDir, 'results-1-of-1.ndjson'), now);
  await results.add(checked);
  await results.close();
  await writeRun({ ...setup, resultsDir, base: setup.baseBranch, now, isComplete: false });
  await rm(resultsDir, { recursive: true, force: true });
}

const OUTCOMES = {
  passed: 'passed its checks',
  failed: 'failed its checks',
  observed: 'was observed',
  inconclusive: 'had an inconclusive check, so nothing changed',
} as const;

function formatOutcome({ id, outcome, statusBefore, status, change, observation }: CheckedListing): string {
  const transition =
    statusBefore === status
      ? `Its status is still ${status}.`
      : `Its status changed from ${statusBefore} to ${status}.`;
  const changed = change === undefined ? [] : [`Its record changed: ${sanitizeLine(change.message.subject)}`];
  const failures = outcome === 'failed' ? formatFailedChecks(observation.report) : [];
  return [`${id} ${OUTCOMES[outcome]}. ${transition}`, ...failures, ...changed].join('\n');
}
