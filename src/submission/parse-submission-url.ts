import { type Origin, parseOrigin } from '#listing/origin.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { validateUrl } from '#verify/fetch/rules/url-rules.ts';

/** Why a URL cannot be submitted, in sentences that are suitable for a response. */
export interface SubmissionUrlError {
  /** `invalid`: not an http or https URL; `refused`: an origin that the checks would never request. */
  readonly kind: 'invalid' | 'refused';
  readonly message: string;
}

/**
 * Parses the URL of a submission to its origin, before any network access. All later steps use the origin, so that a URL
 * is parsed and checked against the rules only here.
 *
 * @param isLocal whether the request has local privileges, and may submit http and loopback origins
 */
export function parseSubmissionUrl(url: string, isLocal: boolean): Result<Origin, SubmissionUrlError> {
  const origin = parseOrigin(url);
  if (!origin.ok) return failure({ kind: 'invalid', message: origin.error });
  const validated = validateUrl(origin.value.url, { listingOrigin: origin.value.url, local: isLocal });
  if (validated.ok) return success(origin.value);
  return failure({ kind: 'refused', message: `${validated.error.message} ${validated.error.hint}` });
}
