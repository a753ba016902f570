import { type Origin, parseOrigin } from '#listing/origin.ts';
import { validateUrl } from '#verify/fetch/rules/url-rules.ts';
import type { JsonObject } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';

/**
 * The origin that a request's `url` names, if it may be asked at all: what can be known of an address without asking
 * the network is told at once.
 *
 * @param isLocal whether the request has local privileges, and may name http and loopback origins
 * @throws Problem `invalid-body` when it is no http(s) address, `address-refused` when it is never asked
 */
export function parseSubmission({ url }: JsonObject, isLocal: boolean): Origin {
  if (typeof url !== 'string') {
    const detail = url === undefined ? '"url" is missing.' : '"url" must be a string.';
    throw invalid(`${detail} Send the address of the API, such as {"url": "https://api.example.com"}.`);
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
