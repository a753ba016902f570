import { recordText } from '#listing/listing-record.ts';
import type { Origin } from '#listing/origin.ts';
import type { OriginCheck, Rejected } from '../../acceptance.ts';
import { listingIndex } from '../../listing-index.ts';
import { SubmissionError } from '../../submission.ts';
import type { Repository } from '../api/repository.ts';
import { assess } from './assessment.ts';

export interface RecordDraftContext {
  readonly repository: Repository;
  /** Checks an origin as it is now, as `verifyOrigin` does. */
  readonly verify: (origin: Origin) => Promise<OriginCheck>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The most errors that are told to whoever submits what cannot be listed. */
const MOST = 5;

/**
 * The `draft` of `githubSubmissions` where the door itself can check origins: the record as admission would write it now,
 * or at once why there is none. Limits and refusals are the review's matter, which knows all records.
 *
 * @throws SubmissionFault `refused` when the origin does not pass, `unavailable` when a check could not decide
 */
export function recordDraft({ repository, verify, now }: RecordDraftContext): (origin: Origin) => Promise<string> {
  const place = {
    repository,
    verify,
    now,
    index: listingIndex(),
    refusals: () => undefined,
    limitFor: () => undefined,
  };
  return async origin => {
    const decision = await assess(origin, place);
    if (decision.verdict === 'rejected') throw faultOf(origin, decision);
    return recordText(decision.record);
  };
}

function faultOf({ url }: Origin, { reason, errors, retryable, retryAfter }: Rejected): SubmissionError {
  const said = errors.slice(0, MOST).map(({ field, message, hint }) => `${field}: ${message} ${hint}`);
  const message = [`${url} was checked and not submitted.`, reason, ...said].join(' ');
  if (!retryable) return new SubmissionError('refused', message);
  return new SubmissionError('unavailable', message, retryAfter === undefined ? {} : { retryAfter });
}
