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

/** The data and services for accepting submissions. */
export interface AcceptanceContext {
  readonly repository: RecordRepository;
  readonly observationsDir: string;
  readonly index: ListingIndex;
  readonly refusals: Blocklist;
  /** The maximum number of new listings per limit unit and UTC day. Undefined if an origin has no limit. */
  readonly limitFor: (origin: Origin, isPrivileged: boolean | undefined) => number | undefined;
  readonly now: () => number;
  /** Called with each new or changed listing, before its submission counts as approved. */
  readonly onListing: (listing: Listing) => void | Promise<void>;
  /** Called with each error that concerns only one submission. The rest of its batch continues. */
  readonly onFault: (error: unknown) => void;
}

/** A submission with the check of its origin. */
export interface CheckedSubmission {
  readonly submission: OpenSubmission;
  readonly origin: Origin;
  readonly seen: OriginCheck;
  /** Whether it was submitted with local privileges. Undefined if the setting of the registry applies. */
  readonly isPrivileged: boolean | undefined;
}

/** A decided submission. If the decision changes the record, it is committed. */
export interface Decided extends CheckedSubmission {
  readonly decision: Decision;
  /** The previous record. */
  readonly before: ListingRecord | undefined;
}

/** The result of a batch. */
export interface Admission {
  /** The decided submissions. The caller must call `applyDecision` for each. */
  readonly decided: readonly Decided[];
  /** The submissions without a decision because of an internal error. */
  readonly failed: readonly CheckedSubmission[];
}

/**
 * Decides on checked submissions in order, and creates one commit per change, all commits at once. Decisions start from
 * the committed records, because the work tree may be outdated after a failure. Each commit names its submission, so
 * that after a crash the next start knows what was committed and commits nothing twice.
 *
 * @throws Error if the commit fails; in that case, no submission is decided
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
  const commits = decided.flatMap(each => toCommits(each, place.now()));
  if (commits.length > 0) {
    await place.repository.commit(commits).catch((error: unknown) => {
      for (const each of decided) reindex(each, place);
      throw error;
    });
  }
  return { decided, failed };
}

/**
 * Applies a decision: writes the record to the work tree and announces the listing.
 *
 * @returns the final state of the submission
 * @throws Error if the record cannot be written; the listing is not announced, and a retry is safe
 */
export async function applyDecision(decided: Decided, place: AcceptanceContext): Promise<SubmissionState> {
  const { decision } = decided;
  if (isChange(decision)) await place.repository.checkOut([decision.record]);
  if (decision.observation) await announce(decided, place).catch(place.onFault);
  return toState(decided, place.now());
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
    observation: getObservation(await readObservation(observationsDir, origin.id)),
    refused: refusals(origin),
    verification: seen,
    now,
    asked: true,
    // Count here, where submissions are decided one at a time. The count from the time of the submission is outdated.
    quota: limit === undefined ? undefined : { listedToday: index.listedOn(now, origin.url), limit },
    similarNames: index.similar(origin.id, getName(seen)),
  });
  return { ...checked, decision, before: record };
}

function reindex({ origin, before }: Decided, { index }: AcceptanceContext): void {
  if (before) index.put(before);
  else index.remove(origin.id);
}

function getObservation(result: FileResult<Observation> | undefined): Observation | undefined {
  return result?.ok ? result.value : undefined;
}

function getName({ document }: OriginCheck): string {
  const { name } = (document?.value ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : '';
}

function isChange(decision: Decision): decision is Accepted {
  return decision.verdict === 'accepted' && decision.changed;
}

async function observe({ origin, decision }: Decided, { observationsDir }: AcceptanceContext): Promise<void> {
  if (decision.observation) await writeObservation(observationsDir, origin.id, decision.observation);
}

async function announce({ decision, before }: Decided, place: AcceptanceContext): Promise<void> {
  const record = decision.verdict === 'accepted' ? decision.record : before;
  if (record) await place.onListing(listingOf(record, decision.observation));
}

function toCommits({ submission, decision }: Decided, time: number): NewCommit[] {
  if (!isChange(decision) || !decision.message) return [];
  const { message, outcome, record } = decision;
  const trailers = [
    ['Submission', submission.submission_id],
    ['Outcome', outcome],
  ] as const;
  return [{ message, trailers, time, files: [{ path: repositoryPath(record.id), content: recordText(record) }] }];
}

function toState({ submission, decision }: Decided, now: number): SubmissionState {
  const facts = { ...submission, updated_at: instant(now) };
  const { report } = decision;
  if (decision.verdict === 'rejected') {
    const { reason, errors, retryable } = decision;
    return { ...facts, status: 'rejected', reason, errors, report, retryable };
  }
  const { outcome, similarNames } = decision;
  return { ...facts, status: 'approved', outcome, similar_names: similarNames, report, live: true };
}
