import type { Blocklist } from '#listing/blocklist.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import type { Origin } from '#listing/origin.ts';
import { type FileResult, readObservation, writeObservation } from '#store/record-files.ts';
import type { Accepted, Decision, OriginCheck } from '../../acceptance.ts';
import { evaluateSubmission } from '../../acceptance-rule.ts';
import type { ListingIndex } from '../../listing-index.ts';
import type { RecordRepository } from '../record-repository.ts';
import type { CheckedSubmission } from './verify.ts';

export interface AcceptOptions {
  readonly repository: Pick<RecordRepository, 'records'>;
  readonly observationsDir: string;
  readonly index: ListingIndex;
  readonly blocklist: Blocklist;
  /** The maximum number of new listings per limit unit and UTC day. Undefined if an origin has no limit. */
  readonly limitFor: (origin: Origin, isPrivileged: boolean | undefined) => number | undefined;
  readonly now: () => number;
  /** Called with each error that concerns only one submission. The rest of its batch continues. */
  readonly onFault: (error: unknown) => void;
}

/** A decided submission. If the decision changes the record, the next step commits it. */
export interface DecidedSubmission extends CheckedSubmission {
  readonly decision: Decision;
  /** The previous record. */
  readonly before: ListingRecord | undefined;
}

export interface AcceptResult {
  readonly decided: readonly DecidedSubmission[];
  /** The submissions without a decision because of an internal error. */
  readonly failed: readonly CheckedSubmission[];
}

/**
 * Decides on checked submissions in order, and writes their observations. Decisions start from the committed records,
 * because the work tree may be outdated after a failure.
 */
export async function acceptSubmissions(
  batch: readonly CheckedSubmission[],
  options: AcceptOptions,
): Promise<AcceptResult> {
  const { repository, observationsDir, index, onFault } = options;
  const decided: DecidedSubmission[] = [];
  const failed: CheckedSubmission[] = [];
  const records = await repository.records(batch.map(({ origin }) => origin.id));
  for (const [n, checked] of batch.entries()) {
    try {
      const decision = await decide(checked, records[n], options);
      if (decision.observation) await writeObservation(observationsDir, checked.origin.id, decision.observation);
      if (isChange(decision)) index.put(decision.record);
      decided.push({ ...checked, decision, before: records[n] });
    } catch (error) {
      onFault(error);
      failed.push(checked);
    }
  }
  return { decided, failed };
}

/** Whether a decision changes the record. */
export function isChange(decision: Decision): decision is Accepted {
  return decision.verdict === 'accepted' && decision.changed;
}

async function decide(
  { origin, seen, isPrivileged }: CheckedSubmission,
  record: ListingRecord | undefined,
  { index, blocklist, limitFor, observationsDir, now }: AcceptOptions,
): Promise<Decision> {
  const time = now();
  const limit = limitFor(origin, isPrivileged);
  return evaluateSubmission({
    origin,
    record,
    observation: getObservation(await readObservation(observationsDir, origin.id)),
    refused: blocklist(origin),
    verification: seen,
    now: time,
    isOnDemand: true,
    // Count here, where submissions are decided one at a time. The count from the time of the submission is outdated.
    quota: limit === undefined ? undefined : { listedToday: index.listedOn(time, origin), limit },
    similarNames: index.similar(origin.id, getName(seen)),
  });
}

function getObservation(result: FileResult<Observation> | undefined): Observation | undefined {
  return result?.ok ? result.value : undefined;
}

function getName({ document }: OriginCheck): string {
  const { name } = (document?.value ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : '';
}
