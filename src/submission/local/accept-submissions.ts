import type { OpenSubmission, SubmissionState } from '#contract/submission.ts';
import { type Listing, listingOf } from '#listing/listing.ts';
import { type ListingRecord, recordText } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import type { Origin } from '#listing/origin.ts';
import { instant } from '#listing/timestamp.ts';
import { type FileResult, readObservation, writeObservation } from '#store/record-files.ts';
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
  /** New listings of a limit unit in a UTC day; undefined if an origin has no limit. */
  readonly limitFor: (origin: Origin, isPrivileged: boolean | undefined) => number | undefined;
  readonly now: () => number;
  /** Told of each listing that is new or changed; a submission counts as approved after that. */
  readonly onListing: (listing: Listing) => void | Promise<void>;
  /** Called with errors that concern one submission only; the others of its batch go on. */
  readonly onFault: (error: unknown) => void;
}

/** A submission whose origin was checked. */
export interface CheckedSubmission {
  readonly submission: OpenSubmission;
  readonly origin: Origin;
  readonly seen: OriginCheck;
  /** Whether it was submitted with local privileges; undefined if the registry's setting decides. */
  readonly isPrivileged: boolean | undefined;
}

/** A submission whose decision is made, and committed if it changes the record. */
export interface Decided extends CheckedSubmission {
  readonly decision: Decision;
  /** The record before the decision. */
  readonly before: ListingRecord | undefined;
}

/** What became of a batch. */
export interface Admission {
  /** For each of these, `applyDecision` is left to do. */
  readonly decided: readonly Decided[];
  /** Not decided, because of an internal error. */
  readonly failed: readonly CheckedSubmission[];
}

/**
 * Decides on checked submissions, in order, and makes one commit for each change, all commits at once. Decisions start from
 * the committed records, not from the work tree, which a failure may have left behind. A commit names its submission, so
 * that after a kill at any moment what was done is known: nothing is committed twice.
 *
 * @throws Error if it cannot be committed; then it is as if nothing had been decided
 */
export async function acceptSubmissions(
  batch: readonly CheckedSubmission[],
  place: AcceptanceContext,
): Promise<Admission> {
  const decided: Decided[] = [];
  const failed: CheckedSubmission[] = [];
  const records = await place.repository.records(batch.map(({ origin }) => origin.id));
  for (const [n, checked] of batch.entries()) {
    try {
      const each = await decide(checked, records[n], place);
      await observe(each, place);
      if (isChange(each.decision)) place.index.put(each.decision.record);
      decided.push(each);
    } catch (error) {
      place.onFault(error);
      failed.push(checked);
    }
  }
  const commits = decided.flatMap(each => commitOf(each, place.now()));
  if (commits.length > 0) {
    await place.repository.commit(commits).catch((error: unknown) => {
      for (const each of decided) reindex(each, place);
      throw error;
    });
  }
  return { decided, failed };
}

/**
 * Follows a decision up: writes the record to the work tree, and announces the listing.
 *
 * @returns how the submission ended
 * @throws Error if the record cannot be written; nothing is announced then, and calling again is safe
 */
export async function applyDecision(decided: Decided, place: AcceptanceContext): Promise<SubmissionState> {
  const { decision } = decided;
  if (isChange(decision)) await place.repository.checkOut([decision.record]);
  if (decision.observation) await tell(decided, place).catch(place.onFault);
  return stateOf(decided, place.now());
}

async function decide(
  checked: CheckedSubmission,
  record: ListingRecord | undefined,
  place: AcceptanceContext,
): Promise<Decided> {
  const { origin, seen, isPrivileged } = checked;
  const { index, refusals, limitFor, observationsDir } = place;
  const now = place.now();
  const limit = limitFor(origin, isPrivileged);
  const decision = evaluateSubmission({
    origin,
    record,
    observation: observationIn(await readObservation(observationsDir, origin.id)),
    refused: refusals(origin),
    verification: seen,
    now,
    asked: true,
    // Counted here, where one submission is decided at a time: what counted when it was submitted is out of date.
    quota: limit === undefined ? undefined : { listedToday: index.listedOn(now, origin.url), limit },
    similarNames: index.similar(origin.id, nameIn(seen)),
  });
  return { ...checked, decision, before: record };
}

function reindex({ origin, before }: Decided, { index }: AcceptanceContext): void {
  if (before) index.put(before);
  else index.remove(origin.id);
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

async function tell({ decision, before }: Decided, place: AcceptanceContext): Promise<void> {
  const record = decision.verdict === 'accepted' ? decision.record : before;
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
