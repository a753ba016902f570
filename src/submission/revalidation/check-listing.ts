import type { ListingRecord } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import type { Origin } from '#listing/origin.ts';
import { statusOf } from '#listing/status.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { readObservation, readRecord } from '#store/record-files.ts';
import type { KnownManifest } from '#verify/checks/manifest-document.ts';
import type { Decision, OriginCheck } from '../acceptance.ts';
import { evaluateSubmission } from '../acceptance-rule.ts';
import { type DocumentationCheck, nextDocumentationObservation } from './documentation-observation.ts';
import type { CheckedListing } from './results.ts';

export interface CheckContext {
  readonly registryDir: string;
  readonly observationsDir: string;
  /** Checks an origin. With `known`, the check sends a conditional request for the manifest. */
  readonly verify: (origin: Origin, known: KnownManifest | undefined) => Promise<OriginCheck>;
  /**
   * Probes the endpoints of a listing from documentation. Undefined if this registry does not watch them (design: Observed
   * facts).
   */
  readonly observe?: ((origin: Origin, manifest: Manifest) => Promise<DocumentationCheck>) | undefined;
  /** The origin of the registry itself, which is listed if it has no record (design: Self-listing). */
  readonly self?: Origin | undefined;
  readonly now: () => number;
  /**
   * Whether someone requested the check (default: false). If so, a changed manifest is recorded even if the record already
   * changed today.
   */
  readonly isOnDemand?: boolean;
}

/**
 * Checks a listing again by the acceptance rule, or probes the endpoints of one from documentation (design: Submission,
 * Re-validation). Writes nothing.
 *
 * @returns undefined if the listing does not exist, or comes from documentation and is not watched
 * @throws Error if the registry itself has no record and is rejected
 */
export async function checkListing(origin: Origin, context: CheckContext): Promise<CheckedListing | undefined> {
  const { registryDir, observationsDir, observe, self } = context;
  const found = await readRecord(registryDir, origin.id);
  if (found ? !found.ok : origin.id !== self?.id) return undefined;
  const record = found?.ok ? found.value : undefined;
  const observation = await readObservation(observationsDir, origin.id);
  const before = observation?.ok ? observation.value : undefined;
  if (record?.source.type !== 'documentation') return verifyListing(origin, record, before, context);
  if (!observe) return undefined;
  const status = statusOf(record, undefined);
  return {
    id: origin.id,
    outcome: 'observed',
    passedBefore: false,
    statusBefore: status,
    status,
    observation: nextDocumentationObservation(before, await observe(origin, record.manifest), context.now()),
  };
}

/** Checks the origin of a listing that its publisher claimed, or of the registry itself, by the acceptance rule. */
async function verifyListing(
  origin: Origin,
  record: ListingRecord | undefined,
  before: Observation | undefined,
  { verify, now, isOnDemand = false }: CheckContext,
): Promise<CheckedListing> {
  const seen = await verify(origin, record && known(record, before));
  const decision = evaluateSubmission({
    origin,
    record,
    observation: before,
    refused: undefined,
    verification: seen,
    now: now(),
    isOnDemand,
    quota: undefined,
    similarNames: [],
  });
  const after = decision.verdict === 'accepted' ? decision.record : record;
  if (!after) throw new Error(`This registry cannot list itself at ${origin.url}. ${formatReason(decision)}`);
  if (!decision.observation) throw new Error(`The check of ${origin.id} returned no observation.`);
  const message = decision.verdict === 'accepted' ? decision.message : undefined;
  return {
    id: origin.id,
    outcome: seen.report.passed ? 'passed' : seen.report.retryable ? 'inconclusive' : 'failed',
    passedBefore: before?.verified_at != null && before.failures === undefined,
    statusBefore: record ? statusOf(record, before) : 'unverified',
    status: statusOf(after, decision.observation),
    observation: decision.observation,
    ...(message && { change: { record: after, message, ...(record && { from: record.updated_at }) } }),
  };
}

function formatReason(decision: Decision): string {
  if (decision.verdict === 'accepted') return '';
  return [decision.reason, ...decision.errors.map(({ message }) => message)].join(' ');
}

/** The recorded manifest matches the stored validators, unless the record changed after they were stored. */
function known({ manifest, updated_at }: ListingRecord, before: Observation | undefined): KnownManifest | undefined {
  if (!before?.manifest || before.verified_at === null) return undefined;
  if (Date.parse(before.verified_at) < Date.parse(updated_at)) return undefined;
  const { sha256, etag, last_modified } = before.manifest;
  return { value: manifest, sha256, etag, lastModified: last_modified };
}
