import type { SubmissionOutcome } from '#contract/submission.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { instant, latest } from '#listing/timestamp.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { sameManifest } from '#manifest/same-manifest.ts';
import type { AcceptanceInput, Accepted, Decision, Rejected } from './acceptance.ts';
import { commitMessage } from './commit-message.ts';
import { secondsToNextDay } from './daily-limit.ts';
import { nextObservation } from './next-observation.ts';

/**
 * The one admission rule, for all doors and for re-validation (design: Submission; Record and observation). Pure.
 *
 * Who serves a valid manifest and passes is listed, whoever asks. Whose manifest says `listing_requested: false` is
 * withdrawn, by the valid manifest alone: it needs no living endpoints to leave.
 */
export function evaluateSubmission(input: AcceptanceInput): Decision {
  const { refused, record, quota } = input;
  if (refused !== undefined) return rejectedForGood(input, refused);
  if (record?.withdrawn) return rejectedForGood(input, record.withdrawn.reason);
  const manifest = servedManifest(input);
  if (manifest?.listing_requested === false) return record ? accepted(input, manifest) : notRequested(input);
  if (!manifest || !input.verification.report.passed) return notPassed(input);
  if (!record && quota && quota.listedToday >= quota.limit) return rejectOverQuota(input, quota.limit);
  return accepted(input, manifest);
}

/** A report with `schema_valid` vouches for the shape. */
function servedManifest({ verification: { report, document } }: AcceptanceInput): Manifest | undefined {
  return report.schema_valid && document ? (document.value as Manifest) : undefined;
}

function accepted(input: AcceptanceInput, manifest: Manifest): Accepted {
  const { origin, record, observation, verification, now, similarNames } = input;
  const { report } = verification;
  const same = record !== undefined && isSame(record, origin.url, manifest);
  const changed = !same && !mustWait(input, manifest);
  const kept = record && !changed ? record : snapshot(input, manifest);
  const outcome = outcomeOf(record, manifest, changed);
  return {
    verdict: 'accepted',
    outcome,
    record: kept,
    changed,
    observation: nextObservation({
      id: origin.id,
      before: observation,
      seen: verification,
      now,
      recorded: same || changed,
    }),
    message: changed ? commitMessage({ outcome, before: record, after: kept, report, similarNames }) : undefined,
    similarNames,
    report,
  };
}

function isSame({ source, url, manifest }: ListingRecord, origin: string, served: Manifest): boolean {
  return source.type === 'publisher' && url === origin && sameManifest(manifest, served);
}

/** A record changes at most once a day unless its owner asks; coming and going is never put off. */
function mustWait({ asked, record, now }: AcceptanceInput, served: Manifest): boolean {
  if (asked || record?.source.type !== 'publisher') return false;
  if (isRequested(record.manifest) !== isRequested(served)) return false;
  return record.updated_at.slice(0, 10) === instant(now).slice(0, 10);
}

function isRequested(manifest: Manifest): boolean {
  return manifest.listing_requested !== false;
}

/** Time goes on from the record before, also where the clock was set back. */
function snapshot({ origin: { id, url }, record, now }: AcceptanceInput, manifest: Manifest): ListingRecord {
  const time = latest([instant(now), record?.updated_at ?? null]) ?? instant(now);
  const source = { type: 'publisher', manifest_url: `${url}${MANIFEST_PATH}` } as const;
  return { id, url, source, created_at: record?.created_at ?? time, updated_at: time, manifest };
}

function outcomeOf(record: ListingRecord | undefined, manifest: Manifest, changed: boolean): SubmissionOutcome {
  if (!isRequested(manifest)) return 'withdrawn';
  if (!record) return 'listed';
  if (!changed) return 'unchanged';
  return record.source.type === 'documentation' ? 'claimed' : 'updated';
}

function rejectedForGood(input: AcceptanceInput, why: string): Rejected {
  const reason = `This registry does not list ${input.origin.url}: ${why}`;
  const errors = [
    finding('', 'refused', reason, 'Nothing to mend; write to the registry if you think that this is an error.'),
  ];
  return rejected(input, { reason, errors, retryable: false });
}

function notRequested(input: AcceptanceInput): Rejected {
  const reason = 'The manifest says listing_requested: false, so it is not listed.';
  const hint = 'Leave listing_requested out, or set it to true, and submit again.';
  return rejected(input, {
    reason,
    errors: [finding('/listing_requested', 'listing_requested', reason, hint, false)],
    retryable: false,
  });
}

/** What fails on a listed origin is noted there: it is what our checks saw. */
function notPassed(input: AcceptanceInput): Rejected {
  const { origin, record, observation, verification, now } = input;
  const { report, retryAfter } = verification;
  const reason = report.retryable
    ? 'A check could not decide, so this is rejected for now; nothing needs mending if it was a passing fault: try again.'
    : 'The checks found something to mend; see errors.';
  const noted = record?.source.type === 'publisher';
  return {
    ...rejected(input, { reason, errors: report.errors, retryable: report.retryable }),
    retryAfter: report.retryable ? retryAfter : undefined,
    observation: noted
      ? nextObservation({ id: origin.id, before: observation, seen: verification, now, recorded: false })
      : undefined,
  };
}

/** The rejection of a new listing whose domain has used up its daily limit. */
export function rejectOverQuota(input: Pick<AcceptanceInput, 'verification' | 'now'>, limit: number): Rejected {
  const reason = `${limit} APIs of this domain were listed today, which is the limit of a day.`;
  const errors = [finding('', 'daily_limit', reason, 'Submit it again tomorrow (UTC).')];
  return { ...rejected(input, { reason, errors, retryable: true }), retryAfter: secondsToNextDay(input.now) };
}

function rejected(
  { verification: { report } }: Pick<AcceptanceInput, 'verification'>,
  why: { readonly reason: string; readonly errors: readonly Finding[]; readonly retryable: boolean },
): Rejected {
  return { verdict: 'rejected', ...why, report, retryAfter: undefined, observation: undefined };
}
