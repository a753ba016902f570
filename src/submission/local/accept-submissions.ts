import type { OpenSubmission, SubmissionState } from '#contract/submission.ts';
import { type Listing, listingOf } from '#listing/listing.ts';
import { recordText } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import type { Origin } from '#listing/origin.ts';
import { instant } from '#listing/timestamp.ts';
import { type FileResult, readObservation, readRecord, writeObservation } from '#store/record-files.ts';
import type { Accepted, Decision, OriginCheck } from '../acceptance.ts';
import { evaluateSubmission } from '../acceptance-rule.ts';
import type { Blocklist } from '../blocklist.ts';
import type { NewCommit } from '../git/commits.ts';
import type { ListingIndex } from '../listing-index.ts';
import { type RecordRepository, repositoryPath } from './record-repository.ts';

/** What the admission of submissions works on. */
export interface AcceptanceContext {
  readonly repository: RecordRepository;
  readonly observationsDir: string;
  readonly index: ListingIndex;
  readonly refusals: Blocklist;
  /** The daily limit of new listings for an origin's domain; undefined when it has none. */
  readonly limitFor: (origin: Origin) => number | undefined;
  readonly now: () => number;
  /** Told of each listing that is new or changed; a submission counts as approved after that. */
  readonly onListing: (listing: Listing) => void | Promise<void>;
  /** Told of what failed after the commit, which stands all the same: the next start restores the work tree. */
  readonly onFault: (error: unknown) => void;
}

/** A submission whose origin was checked. */
export interface CheckedSubmission {
  readonly submission: OpenSubmission;
  readonly origin: Origin;
  readonly seen: OriginCheck;
}

interface Decided extends CheckedSubmission {
  readonly decision: Decision;
}

/**
 * Decides on checked submissions, in order, and writes what follows: observations first, then one commit for each
 * change, all commits at once, then the work tree. A commit names its submission, so that after a kill at any moment
 * what was done is known: nothing is committed twice.
 *
 * @returns how each submission ended
 * @throws Error when it could not be committed; then it is as if nothing had been decided
 */
export async function acceptSubmissions(
  batch: readonly CheckedSubmission[],
  place: AcceptanceContext,
): Promise<SubmissionState[]> {
  const decided: Decided[] = [];
  for (const checked of batch) decided.push(await decide(checked, place));

  const observed = decided.filter(({ decision }) => decision.observation !== undefined);
  await Promise.all(observed.map(each => observe(each, place)));
  const commits = decided.flatMap(each => commitOf(each, place.now()));
  if (commits.length > 0) {
    const changed = decided.flatMap(({ decision }) => (isChange(decision) ? [decision.record] : []));
    await place.repository.commit(commits).catch(async (error: unknown) => {
      for (const { id } of changed) await reindex(id, place);
      throw error;
    });
    await place.repository.checkOut(changed).catch(place.onFault);
  }
  for (const each of observed) await tell(each, place).catch(place.onFault);
  return decided.map(each => stateOf(each, place.now()));
}

async function decide(checked: CheckedSubmission, place: AcceptanceContext): Promise<Decided> {
  const { origin, seen } = checked;
  const { index, refusals, limitFor, observationsDir } = place;
  const now = place.now();
  const limit = limitFor(origin);
  const decision = evaluateSubmission({
    origin,
    record: await recordOf(origin.id, place),
    observation: observationIn(await readObservation(observationsDir, origin.id)),
    refused: refusals(origin),
    verification: seen,
    now,
    asked: true,
    quota: limit === undefined ? undefined : { listedToday: index.listedOn(now, origin.host), limit },
    similarNames: index.similar(origin.id, nameIn(seen)),
  });
  if (isChange(decision)) index.put(decision.record);
  return { ...checked, decision };
}

async function recordOf(id: string, { repository }: AcceptanceContext) {
  const result = await readRecord(repository.folder, id);
  return result?.ok ? result.value : undefined;
}

async function reindex(id: string, place: AcceptanceContext): Promise<void> {
  const record = await recordOf(id, place);
  if (record) place.index.put(record);
  else place.index.remove(id);
}

function observationIn(result: FileResult<Observation> | undefined): Observation | undefined {
  return result?.ok ? result.value : undefined;
}

function nameIn({ document }: OriginCheck): string {
  const { name } = (document?.value ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : '';
}

function isChange(decision: Decision): decision is Accepted {
  return decision.verdict === 'accepted' && decision.changed;
}

async function observe({ origin, decision }: Decided, { observationsDir }: AcceptanceContext): Promise<void> {
  if (decision.observation) await writeObservation(observationsDir, origin.id, decision.observation);
}

async function tell({ origin, decision }: Decided, place: AcceptanceContext): Promise<void> {
  const record = decision.verdict === 'accepted' ? decision.record : await recordOf(origin.id, place);
  if (record) await place.onListing(listingOf(record, decision.observation));
}

function commitOf({ submission, decision }: Decided, time: number): NewCommit[] {
  if (!isChange(decision) || !decision.message) return [];
  const { message, outcome, record } = decision;
  const trailers = [
    ['Submission', submission.submission_id],
    ['Outcome', outcome],
  ] as const;
  return [{ message, trailers, time, files: [{ path: repositoryPath(record.id), content: recordText(record) }] }];
}

function stateOf({ submission, decision }: Decided, now: number): SubmissionState {
  const facts = { ...submission, updated_at: instant(now) };
  const { report } = decision;
  if (decision.verdict === 'rejected') {
    const { reason, errors, retryable } = decision;
    return { ...facts, status: 'rejected', reason, errors, report, retryable };
  }
  const { outcome, similarNames } = decision;
  return { ...facts, status: 'approved', outcome, similar_names: similarNames, report, live: true };
}
