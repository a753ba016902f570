import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sanitizeLine } from '#cli/terminal/sanitize-line.ts';
import type { DayResult } from '#contract/detail.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import type { ObservedFacts } from '#listing/observation.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { instant } from '#listing/time/timestamp.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { readObservation } from '#store/record-files.ts';
import { dueAt, isDue } from '#submission/check-times.ts';
import { findRepository } from '#submission/git/find-repository.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { checkListing } from '#submission/revalidation/check-listing.ts';
import { checkOutObservations } from '#submission/revalidation/observation-files.ts';
import { type CheckedListing, openResults } from '#submission/revalidation/results.ts';
import { OBSERVATIONS, writeRun } from '#submission/revalidation/written-run.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { selectProbes } from '#verify/probes/probes.ts';
import { observeOrigin, verifyOrigin } from '#verify/verify-origin.ts';
import { explainRemoteError } from './explain-remote-error.ts';
import { formatFailedChecks } from './failed-checks.ts';
import { findRecord } from './find-listing.ts';
import type { MaintainedRegistry } from './maintained-registry.ts';
import type { Invocation } from './parse-args.ts';

/** Checks one listing now, and writes the results as revalidation does. */
export async function recheck({ setup, now }: MaintainedRegistry, { subject }: Invocation): Promise<string> {
  const { registryDir, observationsDir, watchesDocumentation } = setup;
  const { id, url, source, withdrawn, manifest } = await findRecord(registryDir, subject);
  if (withdrawn) throw new RangeError(`${id} is withdrawn. Run restore before you check it.`);
  if (source.type === 'documentation') await rejectUnwatched({ id, url, manifest }, setup, now);
  const origin = parseOrigin(url);
  if (!origin.ok) throw new RangeError(origin.error);
  const blocklist = await readBlocklist(...setup.blocklistDirs);
  const blockReason = blocklist(origin.value);
  if (blockReason !== undefined) throw new RangeError(`${id} is blocked, so it is not checked: ${blockReason}`);

  const { git } = await findRepository(registryDir, setup.siteName).catch((cause: unknown) => {
    throw new RangeError(`${registryDir} is not in a git repository, which stores the results of checks.`, { cause });
  });
  if (setup.observationsFromBranch)
    await explainRemoteError(checkOutObservations(git, OBSERVATIONS, observationsDir, setup.remote));
  const fetcher = createGuardedFetcher({ ...setup, blocklist });
  try {
    const observe = watchesDocumentation
      ? (each: Origin, recorded: Manifest) => observeOrigin(each.url, recorded, { fetcher, now: Date.now })
      : undefined;
    const checked = await checkListing(origin.value, {
      registryDir,
      observationsDir,
      verify: (each, known) => verifyOrigin(each.url, { fetcher, now: Date.now, onError: console.error }, known),
      observe,
      now: () => now,
      isOnDemand: true,
    });
    if (!checked) throw new Error(`${id} was deleted during the check.`);
    if (!(await writeResults(checked, setup, now)))
      throw new RangeError(
        `${id} was checked, but nothing was written: its record is not the one on the branch ${setup.baseBranch}. Pull that branch, commit or restore the record, and run recheck again.`,
      );
    return formatOutcome(checked);
  } finally {
    await fetcher.close();
  }
}

/**
 * Rejects a listing from documentation that must not be probed now: its provider did not ask for checks, so the limits that
 * `/probes/` promises hold for maintainers, too (design: Observed facts).
 */
async function rejectUnwatched(
  { id, url, manifest }: Pick<ListingRecord, 'id' | 'url' | 'manifest'>,
  { watchesDocumentation, observationsDir }: MaintainedRegistry['setup'],
  now: number,
): Promise<void> {
  const reason = `${id} was written from documentation.`;
  if (!watchesDocumentation)
    throw new RangeError(
      `${reason} Such listings are probed only by a registry with a public URL, where providers find out who sends the requests. Set REGISTRY_URL to the https URL of this registry.`,
    );
  if (selectProbes(manifest, url).length === 0)
    throw new RangeError(`${reason} No endpoint of it can be probed without a guess: add examples of the parameters.`);
  const found = await readObservation(observationsDir, id);
  const observation = found?.ok ? found.value : undefined;
  if (!isDue(observation, now))
    throw new RangeError(
      `${reason} Such listings are probed at most once a day. Retry after ${instant(dueAt(observation))}.`,
    );
}

/**
 * Uses a new directory for results, so that it does not interfere with a running revalidation or another recheck. They are
 * not a complete run, so the time of the last one stays. Returns false if the record is outdated, so that nothing was written.
 */
async function writeResults(
  checked: CheckedListing,
  setup: MaintainedRegistry['setup'],
  now: number,
): Promise<boolean> {
  const resultsDir = await mkdtemp(path.join(tmpdir(), 'recheck-'));
  try {
    const results = await openResults(path.join(resultsDir, 'results-1-of-1.ndjson'), now);
    await results.add(checked);
    await results.close();
    const { outdated } = await explainRemoteError(writeRun({ ...setup, resultsDir, base: setup.baseBranch, now }));
    return !outdated.has(checked.id);
  } finally {
    await rm(resultsDir, { recursive: true, force: true });
  }
}

const OUTCOMES = {
  passed: 'passed its checks',
  failed: 'failed its checks',
  inconclusive: 'had an inconclusive check, so nothing changed',
  unscheduled: 'is no longer checked',
} as const;

function formatOutcome({ id, outcome, statusBefore, status, change, observation }: CheckedListing): string {
  if (outcome === 'observed') return formatObserved(id, observation.results?.at(-1)?.outcome, observation.observed);
  const transition =
    statusBefore === status
      ? `Its status is still ${status}.`
      : `Its status changed from ${statusBefore} to ${status}.`;
  const changed = change === undefined ? [] : [`Its record changed: ${sanitizeLine(change.message.subject)}`];
  const failures = outcome === 'failed' ? formatFailedChecks(observation.report) : [];
  return [`${id} ${OUTCOMES[outcome]}. ${transition}`, ...failures, ...changed].join('\n');
}

function formatObserved(id: string, result: DayResult['outcome'] | undefined, observed?: ObservedFacts): string {
  if (result === 'inconclusive' || !observed) return `The probes of ${id} were inconclusive, so nothing changed.`;
  const { endpoints_responding: responding, endpoints_probed: probed, warnings } = observed;
  const facts = `${responding} of ${probed} probed endpoints of ${id} ${probed === 1 ? 'responds' : 'respond'}.`;
  return [facts, ...warnings.map(({ code, message }) => `- ${code}: ${message}`)].join('\n');
}
