import { recordText } from '#listing/listing-record.ts';
import type { Origin } from '#listing/origin.ts';
import type { OriginCheck, Rejected } from '../../acceptance.ts';
import { listingIndex } from '../../listing-index.ts';
import { SubmissionError } from '../../submission.ts';
import type { Repository } from '../api/repository.ts';
import { readRepositoryFile } from '../api/repository-file.ts';
import { assess } from './assessment.ts';

export interface RecordDraftContext {
  readonly repository: Repository;
  /** Checks an origin, as `verifyOrigin` does. */
  readonly verify: (origin: Origin) => Promise<OriginCheck>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The maximum number of errors in a message. */
const MAX_ERRORS = 5;

/**
 * Creates the `draft` option of `githubSubmissions` for a server that can check origins itself: returns the record that
 * acceptance would write now, or rejects the submission immediately. The application rejects blocked origins before, and
 * the review, which has all records, checks the limits.
 *
 * @throws SubmissionError `refused` if the origin does not pass, `unavailable` if a check was inconclusive
 */
export function recordDraft({ repository, verify, now }: RecordDraftContext): (origin: Origin) => Promise<string> {
  const place = {
    readRecord: (path: string) => readRepositoryFile(repository, repository.base, path),
    verify,
    now,
    index: listingIndex(),
    blocklist: () => undefined,
    limitFor: () => undefined,
  };
  return async origin => {
    const decision = await assess(origin, place);
    if (decision.verdict === 'rejected') throw toSubmissionError(origin, decision);
    return recordText(decision.record);
  };
}

function toSubmissionError({ url }: Origin, { reason, errors, retryable, retryAfter }: Rejected): SubmissionError {
  const details = errors.map(({ field, message, hint }) => `${field}: ${message} ${hint}`);
  const message = [`${url} was checked but not submitted.`, reason, ...details.slice(0, MAX_ERRORS)].join(' ');
  if (!retryable) return new SubmissionError('refused', message, { details });
  return new SubmissionError('unavailable', message, { details, ...(retryAfter !== undefined && { retryAfter }) });
}
