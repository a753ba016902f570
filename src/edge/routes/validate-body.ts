import type { Report } from '#contract/report.ts';
import { findMemberBytes } from '#manifest/json-text/member-bytes.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { MAX_MANIFEST_BYTES } from '#manifest/text/manifest-text.ts';
import { type GivenManifest, reportSteps } from '#verify/report-on-manifest.ts';
import { runAtOnce, type Steps } from '#verify/run-steps.ts';
import { parseJsonBody, requireJsonObject } from '../http/json-body.ts';
import { Problem, type ProblemData } from '../http/problem.ts';

/** The report on the manifest in a body of `POST /validate`, or the URL whose origin the client wants to check. */
export type ValidatedBody = { readonly report: Report } | { readonly url: unknown };

/**
 * Validates the body of a request in steps. Sends no requests.
 *
 * @param now milliseconds since 1970
 * @throws Problem `invalid-body` for a body without a manifest and a URL
 */
export function* validateBody(bytes: Uint8Array, now: number): Steps<ValidatedBody> {
  const reportOn = (manifest: GivenManifest) => reportSteps(manifest, now);
  const parsed = parseJsonBody(bytes);
  if (!parsed.ok || bytes.length > MAX_MANIFEST_BYTES) {
    yield;
    const rejected = findRejectedManifest(bytes);
    if (rejected !== undefined) return { report: yield* reportOn({ text: rejected }) };
  }
  const body = requireJsonObject(parsed);
  if (Object.hasOwn(body, 'manifest')) return { report: yield* reportOn({ value: body.manifest }) };
  if (Object.hasOwn(body, 'url')) return { url: body.url };
  const detail =
    'Send {"url": "https://api.example.com"} to check an API, or {"manifest": {…}} to check only a manifest.';
  throw new Problem('invalid-body', detail, { errors: [{ pointer: '', detail }] });
}

/** Validates a body at once, for another thread: the result is data. */
export function validateBodyAtOnce(bytes: Uint8Array, now: number): Result<ValidatedBody, ProblemData> {
  try {
    return success(runAtOnce(validateBody(bytes, now)));
  } catch (error) {
    if (error instanceof Problem) return failure(error.toData());
    throw error;
  }
}

/**
 * Returns the bytes of the manifest in a body that the parser or the size limit rejects, so that it gets a report, as it does
 * where an origin serves it: nested too deeply, with duplicate keys, not UTF-8, or too large. Undefined for other bodies.
 */
function findRejectedManifest(bytes: Uint8Array): Uint8Array | undefined {
  const found = findMemberBytes(bytes, 'manifest');
  return found && parseJsonText(found.rest).ok ? found.padded : undefined;
}
