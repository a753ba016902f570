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
import { failedChecks } from './failed-checks.ts';
import { findRecord } from './find-listing.ts';
import type { MaintainedRegistry } from './maintained-registry.ts';
import type { Invocation } from './parse-args.ts';

/** Checks one listing now, as re-validation does when it is due, and writes what that came to likewise. */
export async function recheck({ setup, now }: MaintainedRegistry, { subject }: Invocation): Promise<string> {
  const { registryDir, observationsDir } = setup;
  const { id, url, source, withdrawn } = await findRecord(registryDir, subject);
  if (withdrawn) throw new RangeError(`${id} was withdrawn by the registry, so it is not checked; restore it first.`);
  if (source.type === 'documentation')
    throw new RangeError(`${id} was written from documentation, so there is nothing to check.`);
  const origin = parseOrigin(url);
  if (!origin.ok) throw new RangeError(origin.reason);
  const refused = (await readBlocklist(...setup.refusedIn))(origin.origin);
  if (refused !== undefined) throw new RangeError(`${id} is refused, so it is not checked: ${refused}`);

  const { git } = await findRepository(registryDir, setup.siteName).catch((cause: unknown) => {
    throw new RangeError(`${registryDir} lies in no git repository, which is where a check is noted.`, { cause });
  });
  if (setup.observationsFromBranch) await checkOutObservations(git, OBSERVATIONS, observationsDir);
  const fetcher = createGuardedFetcher(setup);
  try {
    const checked = await checkListing(origin.origin, {
      registryDir,
      observationsDir,
      verify: (each, known) => verifyOrigin(each.url, { fetcher, now: Date.now, onFault: console.error }, known),
      now: () => now,
      asked: true,
    });
    if (!checked) throw new Error(`${id} was there, and is gone.`);
    await written(checked, setup, now);
    return told(checked);
  } finally {
    await fetcher.close();
  }
}

/** By way of results of its own, so that a run of re-validation that is under way is left alone. */
async function written(checked: CheckedListing, setup: MaintainedRegistry['setup'], now: number): Promise<void> {
  const resultsDir = path.join(setup.resultsDir, 'recheck');
  await rm(resultsDir, { recursive: true, force: true });
  const results = await openResults(path.join(resultsDir, 'results-1-of-1.ndjson'), now);
  await results.add(checked);
  await results.close();
  await writeRun({ ...setup, resultsDir, base: setup.baseBranch, now });
  await rm(resultsDir, { recursive: true, force: true });
}

const OUTCOMES = {
  passed: 'passed its checks',
  failed: 'failed its checks',
  inconclusive: 'could not be decided on, which changes nothing',
} as const;

function told({ id, outcome, statusBefore, status, change, observation }: CheckedListing): string {
  const became = statusBefore === status ? `It stays ${status}.` : `It was ${statusBefore}, and is ${status} now.`;
  const changed = change === undefined ? [] : [`Its record changed: ${sanitizeLine(change.message.subject)}`];
  const faults = outcome === 'failed' ? failedChecks(observation.report) : [];
  return [`${id} ${OUTCOMES[outcome]}. ${became}`, ...faults, ...changed].join('\n');
}
