import type { Origin } from '#listing/origin.ts';
import type { JsonObject } from '#manifest/json-object.ts';
import { parseSubmissionUrl } from '#submission/parse-submission-url.ts';
import { Problem } from '../http/problem.ts';

/**
 * Parses the `url` of a request and returns its origin.
 *
 * @param isLocal whether the request has local privileges, and may submit http and loopback origins
 * @throws Problem `invalid-body` if it is not an http or https URL, `address-refused` if the URL is not allowed
 */
export function parseSubmission({ url }: JsonObject, isLocal: boolean): Origin {
  if (typeof url !== 'string') {
    const problem = url === undefined ? '"url" is missing.' : '"url" must be a string.';
    throw createProblem(
      'invalid-body',
      `${problem} Send the URL of the API, such as {"url": "https://api.example.com"}.`,
    );
  }
  const origin = parseSubmissionUrl(url, isLocal);
  if (origin.ok) return origin.value;
  const { kind, message } = origin.error;
  throw createProblem(kind === 'invalid' ? 'invalid-body' : 'address-refused', message);
}

function createProblem(type: 'invalid-body' | 'address-refused', detail: string): Problem {
  return new Problem(type, detail, { errors: [{ pointer: '/url', detail }] });
}
