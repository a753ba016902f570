import { type Origin, parseOrigin } from '#listing/origin.ts';
import { validateUrl } from '#verify/fetch/rules/url-rules.ts';
import type { JsonObject } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';

/**
 * Parses the `url` of a request and returns its origin. Rejects URLs that the checks would never request, before any
 * network access.
 *
 * @param isLocal whether the request has local privileges, and may submit http and loopback origins
 * @throws Problem `invalid-body` if it is not an http or https URL, `address-refused` if the URL is not allowed
 */
export function parseSubmission({ url }: JsonObject, isLocal: boolean): Origin {
  if (typeof url !== 'string') {
    const problem = url === undefined ? '"url" is missing.' : '"url" must be a string.';
    throw invalid(`${problem} Send the URL of the API, such as {"url": "https://api.example.com"}.`);
  }
  const result = parseOrigin(url);
  if (!result.ok) throw invalid(result.error);
  const admission = validateUrl(result.value.url, { listingOrigin: result.value.url, local: isLocal });
  if (admission.ok) return result.value;
  const { message, hint } = admission.error;
  throw new Problem('address-refused', `${message} ${hint}`, {
    errors: [{ pointer: '/url', detail: `${message} ${hint}` }],
  });
}

function invalid(detail: string): Problem {
  return new Problem('invalid-body', detail, { errors: [{ pointer: '/url', detail }] });
}
