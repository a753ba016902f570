import { createHistory } from '#listing/history.ts';
import { listingOf } from '#listing/listing.ts';
import { recordPath } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { readObservation } from '#store/record-files.ts';
import { openRecordHistory } from '#store/record-history.ts';
import { readFiles } from '#submission/git/files.ts';
import { findRepository } from '#submission/git/find-repository.ts';
import type { Git } from '#submission/git/git.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { OBSERVATIONS } from '#submission/revalidation/written-run.ts';
import { formatExplanation } from './explanation.ts';
import { findRecord, parseSubject } from './find-listing.ts';
import type { Setup } from './revalidation-setup.ts';

/**
 * Explains the status of a listing, the events that would change it, and its history.
 * @throws RangeError if the API is neither listed nor blocked
 */
export async function explain(setup: Setup, subject: string, now: number): Promise<string> {
  const { registryDir } = setup;
  const origin = parseSubject(subject);
  const blockReason = (await readBlocklist(...setup.blocklistDirs))(origin);
  const record = await findRecord(registryDir, subject).catch((error: unknown) => {
    if (blockReason === undefined) throw error;
    return undefined;
  });
  if (!record) return `${origin.id} is not listed, because it is blocked: ${blockReason}`;

  const repository = await findRepository(registryDir).catch(() => undefined);
  const observation = await findObservation(origin.id, setup, repository?.git);
  const history = await openRecordHistory(repository?.top ?? registryDir, `${repository?.prefix ?? ''}listings`);
  try {
    const past = await createHistory(record.id, history.snapshots(record), observation?.statuses);
    return formatExplanation(listingOf(record, observation), {
      blockReason,
      past: past.entries,
      gap: history.gap,
      now,
    });
  } finally {
    await history.close();
  }
}

/** Reads the directory of observations or, in a clone, the newer of the local branch and the fetched branch. */
async function findObservation(id: string, setup: Setup, git: Git | undefined): Promise<Observation | undefined> {
  const { observationsDir, observationsFromBranch } = setup;
  if (!observationsFromBranch) {
    const found = await readObservation(observationsDir, id);
    if (found && !found.ok)
      throw new RangeError(`${found.file} is not a valid observation. ${found.findings[0]?.message}`);
    return found?.value;
  }
  if (!git) return undefined;
  const refs = [`refs/heads/${OBSERVATIONS}`, `refs/remotes/origin/${OBSERVATIONS}`];
  const order = ['--sort=-committerdate', '--count=1', '--format=%(objectname)'];
  const tip = String(await git.run(['for-each-ref', ...order, ...refs])).trim();
  const [bytes] = tip === '' ? [] : await readFiles(git, tip, [recordPath(id)]);
  const parsed = bytes && parseJsonText(bytes);
  if (!parsed?.ok || observationFindings(parsed.value).length > 0) return undefined;
  return parsed.value as Observation;
}
