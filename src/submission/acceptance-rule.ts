import type { SubmissionOutcome } from '#contract/submission.ts';
import { createBlockProblem } from '#listing/blocklist.ts';
import { hasNewIdentity } from '#listing/identity-change.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { MANIFEST_PATH, type Origin } from '#listing/origin.ts';
import { computeUpdatedAt, instant } from '#listing/time/timestamp.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { sameManifest } from '#manifest/same-manifest.ts';
import type { AcceptanceInput, Accepted, Decision, Rejected } from './acceptance.ts';
import { commitMessage } from './commit-message.ts';
import { secondsToNextDay } from './daily-limit.ts';
import { nextObservation } from './next-observation.ts';

/**
 * The acceptance rule, used by every way to submit and by revalidation (design: Submission; Record and observation).
 * Pure.
 *
 * An origin that serves a valid manifest and passes its checks is listed, no matter who submitted it. A valid manifest
 * with `listing_requested: false` withdraws the listing; the endpoints do not have to respond for that.
 */
export function evaluateSubmission(input: AcceptanceInput): Decision {
  const { refused, record, quota } = input;
  if (refused !== undefined) return rejectAsBlocked(input, refused);
  if (record?.withdrawn) return rejectAsBlocked(input, record.withdrawn.reason);
  const manifest = getServedManifest(input);
  if (manifest?.listing_requested === false) return record ? accept(input, manifest) : rejectUnrequested(input);
  if (!manifest || !input.verification.report.passed) return rejectFailed(input);
  if (!record && quota && quota.listedToday >= quota.limit) return rejectOverQuota(input, quota.limit);
  return accept(input, manifest);
}

/** `schema_valid` guarantees the shape of the document. */
function getServedManifest({ verification: { report, document } }: AcceptanceInput): Manifest | undefined {
  return report.schema_valid && document ? (document.value as Manifest) : undefined;
}

function accept(input: AcceptanceInput, manifest: Manifest): Accepted {
  const { origin, record, observation, verification, now, similarNames } = input;
  const { report } = verification;
  const same = record !== undefined && isSame(record, origin.url, manifest);
  const changed = !same && !isDeferred(input, manifest);
  const nextRecord = record && !changed ? record : createRecord(input, manifest);
  const outcome = toOutcome(record, manifest, changed);
  return {
    verdict: 'accepted',
    outcome,
    record: nextRecord,
    changed,
    ...(record && { from: record.updated_at }),
    observation: nextObservation({
      before: observation,
      seen: verification,
      now,
      recorded: same || changed,
    }),
    message: changed ? commitMessage({ outcome, before: record, after: nextRecord, report, similarNames }) : undefined,
    similarNames,
    report,
  };
}

function isSame({ source, url, manifest }: ListingRecord, origin: string, served: Manifest): boolean {
  return source.type === 'publisher' && url === origin && sameManifest(manifest, served);
}

/** A scheduled check changes a record at most once a day. Withdrawing and restoring it are never delayed. */
function isDeferred({ isOnDemand, record, now }: AcceptanceInput, served: Manifest): boolean {
  if (isOnDemand || record?.source.type !== 'publisher') return false;
  if (isRequested(record.manifest) !== isRequested(served)) return false;
  return record.updated_at.slice(0, 10) === instant(now).slice(0, 10);
}

function isRequested(manifest: Manifest): boolean {
  return manifest.listing_requested !== false;
}

function createRecord({ origin: { id, url }, record, now }: AcceptanceInput, manifest: Manifest): ListingRecord {
  const time = computeUpdatedAt(now, record?.updated_at);
  const source = { type: 'publisher', manifest_url: `${url}${MANIFEST_PATH}` } as const;
  const identity_changed_at = isReplaced(record, manifest) ? time : record?.identity_changed_at;
  return {
    id,
    url,
    source,
    created_at: record?.created_at ?? time,
    updated_at: time,
    ...(identity_changed_at !== undefined && { identity_changed_at }),
    manifest,
  };
}

/** A publisher who claims a listing from documentation may describe it in other words. */
function isReplaced(record: ListingRecord | undefined, manifest: Manifest): boolean {
  return record?.source.type === 'publisher' && hasNewIdentity(record.manifest, manifest);
}

function toOutcome(record: ListingRecord | undefined, manifest: Manifest, changed: boolean): SubmissionOutcome {
  if (!isRequested(manifest)) return 'withdrawn';
  if (!record) return 'listed';
  if (!changed) return 'unchanged';
  return record.source.type === 'documentation' ? 'claimed' : 'updated';
}

/** The rejection of an origin that a maintainer blocked, or whose listing a maintainer withdrew. */
export function rejectAsBlocked(
  input: Pick<AcceptanceInput, 'verification'> & { readonly origin: Pick<Origin, 'url'> },
  why: string,
): Rejected {
  const problem = createBlockProblem(input.origin.url, why);
  return reject(input, { reason: problem.message, errors: [problem], retryable: false });
}

function rejectUnrequested(input: AcceptanceInput): Rejected {
  const reason = 'The manifest contains listing_requested: false, so the API is not listed.';
  const hint = 'Remove listing_requested or set it to true, then submit again.';
  return reject(input, {
    reason,
    errors: [finding('/listing_requested', 'listing_requested', reason, hint, false)],
    retryable: false,
  });
}

/** A failed check of a listed origin is stored in its observation, because it is a result of our own checks. */
function rejectFailed(input: AcceptanceInput): Rejected {
  const { record, observation, verification, now } = input;
  const { report, retryAfter } = verification;
  const reason = report.retryable
    ? 'A check was inconclusive, so the submission is rejected for now. If the problem was temporary, submit again without changes.'
    : 'The checks found problems. See `errors`.';
  const isListed = record?.source.type === 'publisher';
  return {
    ...reject(input, { reason, errors: report.errors, retryable: report.retryable }),
    retryAfter: report.retryable ? retryAfter : undefined,
    observation: isListed
      ? nextObservation({ before: observation, seen: verification, now, recorded: false })
      : undefined,
  };
}

/** The rejection of a new listing whose domain has used up its daily limit. */
export function rejectOverQuota(input: Pick<AcceptanceInput, 'verification' | 'now'>, limit: number): Rejected {
  const reason = `${limit} APIs of this domain were listed today, which is the daily limit.`;
  const errors = [finding('', 'daily_limit', reason, 'Submit again tomorrow (UTC).')];
  return { ...reject(input, { reason, errors, retryable: true }), retryAfter: secondsToNextDay(input.now) };
}

function reject(
  { verification: { report } }: Pick<AcceptanceInput, 'verification'>,
  why: { readonly reason: string; readonly errors: readonly Finding[]; readonly retryable: boolean },
): Rejected {
  return { verdict: 'rejected', ...why, report, retryAfter: undefined, observation: undefined };
}
