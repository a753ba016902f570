import type { ListingRecord } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import type { Origin } from '#listing/origin.ts';
import { statusOf } from '#listing/status.ts';
import { readObservation, readRecord } from '#store/record-files.ts';
import type { KnownManifest } from '#verify/checks/manifest-document.ts';
import type { OriginCheck } from '../acceptance.ts';
import { evaluateSubmission } from '../acceptance-rule.ts';
import type { CheckedListing } from './results.ts';

export interface CheckContext {
  readonly registryDir: string;
  readonly observationsDir: string;
  /** Checks an origin as it is now; `known` lets it answer that its manifest has not changed. */
  readonly verify: (origin: Origin, known: KnownManifest | undefined) => Promise<OriginCheck>;
  readonly now: () => number;
  /** Whether somebody asks, so that a changed manifest is recorded although the record changed today already. */
  readonly asked?: boolean;
}

/**
 * Checks one listing again, by the rule that admitted it (design: Submission, Re-validation). Writes nothing.
 * @returns undefined when it is no publisher's listing any more
 */
export async function checkListing(origin: Origin, place: CheckContext): Promise<CheckedListing | undefined> {
  const { registryDir, observationsDir, verify, now, asked = false } = place;
  const found = await readRecord(registryDir, origin.id);
  if (!found?.ok || found.value.source.type !== 'publisher') return undefined;
  const record = found.value;
  const seenBefore = await readObservation(observationsDir, origin.id);
  const before = seenBefore?.ok ? seenBefore.value : undefined;

  const seen = await verify(origin, known(record, before));
  const decision = evaluateSubmission({
    origin,
    record,
    observation: before,
    refused: undefined,
    verification: seen,
    now: now(),
    asked,
    quota: undefined,
    similarNames: [],
  });
  if (!decision.observation) throw new Error(`The check of ${origin.id} left nothing to note.`);
  const after = decision.verdict === 'accepted' ? decision.record : record;
  const message = decision.verdict === 'accepted' ? decision.message : undefined;
  return {
    id: origin.id,
    outcome: seen.report.passed ? 'passed' : seen.report.retryable ? 'inconclusive' : 'failed',
    passedBefore: before?.verified_at != null && before.failures === undefined,
    statusBefore: statusOf(record, before),
    status: statusOf(after, decision.observation),
    observation: decision.observation,
    ...(message && { change: { record: after, message, from: record.updated_at } }),
  };
}

/** What is recorded stands for what the origin served when its validators were noted, unless it changed after that. */
function known({ manifest, updated_at }: ListingRecord, before: Observation | undefined): KnownManifest | undefined {
  if (!before?.manifest || before.verified_at === null) return undefined;
  if (Date.parse(before.verified_at) < Date.parse(updated_at)) return undefined;
  const { sha256, etag, last_modified } = before.manifest;
  return { value: manifest, sha256, etag, lastModified: last_modified };
}
