import type { Report } from '#contract/report.ts';
import type { Origin } from '#listing/origin.ts';
import { findMemberBytes } from '#manifest/json-text/member-bytes.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { MAX_MANIFEST_BYTES } from '#manifest/text/manifest-text.ts';
import { VERSION } from '#manifest/version.ts';
import { yieldToRequests } from '#manifest/yield-to-requests.ts';
import { type GivenManifest, reportOnManifestInSteps } from '#verify/report-on-manifest.ts';
import type { Addresses } from '../config.ts';
import { parseJsonBody, readJsonBytes, requireJsonObject } from '../http/json-body.ts';
import { preferredType } from '../http/negotiation.ts';
import { Problem } from '../http/problem.ts';
import { toProblem } from '../http/submission-problem.ts';
import { parseSubmission } from './parse-submission.ts';
import { AI_AGENT_NOTICE } from './root-document.ts';
import { STREAM_TYPE, streamValidation, type ValidationProgress } from './stream-validation.ts';

/**
 * Runs the live checks on an origin. The host provides this function, because network access depends on it.
 * @param isLocal whether the client's request has local privileges
 */
export type Verifier = (origin: Origin, isLocal: boolean, progress?: ValidationProgress) => Promise<Report>;

export interface ValidateServices {
  readonly verify: Verifier;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Handles `POST /validate` (specification, section 4.3; design: HTTP). With `manifest`, reports on the manifest only and
 * sends no requests. With `url` alone, reports on the manifest and the endpoints that the origin serves. Clients that prefer
 * lines of JSON get each check as soon as it is completed.
 *
 * @param isLocal whether http and loopback URLs may be checked
 * @param onError receives the error of a stream that fails after its first line
 * @throws Problem for a body with neither member, and `too-many-requests` if too many checks of the domain are running
 */
export async function validate(
  request: Request,
  isLocal: boolean,
  { verify, now }: ValidateServices,
  onError?: (error: unknown) => void,
): Promise<Response> {
  const accept = request.headers.get('Accept') ?? undefined;
  const run = await parseValidation(request, isLocal, { verify, now });
  if (preferredType(accept, ['application/json', STREAM_TYPE]) === STREAM_TYPE) return streamValidation(run, onError);
  return report(await run());
}

/** Parses the body of a request to a function that runs its checks. */
async function parseValidation(
  request: Request,
  isLocal: boolean,
  { verify, now }: ValidateServices,
): Promise<(progress?: ValidationProgress) => Promise<Report>> {
  const bytes = await readJsonBytes(request, MAX_MANIFEST_BYTES + WRAPPER_BYTES);
  const reportOn = (manifest: GivenManifest) => async (progress?: ValidationProgress) => {
    const result = await reportOnManifestInSteps(manifest, now());
    for (const check of result.checks) progress?.onResult?.(check);
    return result;
  };
  const parsed = parseJsonBody(bytes);
  if (!parsed.ok || bytes.length > MAX_MANIFEST_BYTES) {
    await yieldToRequests();
    const rejected = findRejectedManifest(bytes);
    if (rejected !== undefined) return reportOn({ text: rejected });
  }
  const body = requireJsonObject(parsed);
  if (Object.hasOwn(body, 'manifest')) return reportOn({ value: body.manifest });
  if (Object.hasOwn(body, 'url')) {
    const origin = parseSubmission(body, isLocal);
    return progress => toProblem(verify(origin, isLocal, progress));
  }
  const detail =
    'Send {"url": "https://api.example.com"} to check an API, or {"manifest": {…}} to check only a manifest.';
  throw new Problem('invalid-body', detail, { errors: [{ pointer: '', detail }] });
}

/** The space for the request around a manifest. */
const WRAPPER_BYTES = 4096;

/**
 * Returns the bytes of the manifest in a body that the parser or the size limit rejects, so that it gets a report, as it does
 * where an origin serves it: nested too deeply, with duplicate keys, not UTF-8, or too large. Undefined for other bodies.
 */
function findRejectedManifest(bytes: Uint8Array): Uint8Array | undefined {
  const found = findMemberBytes(bytes, 'manifest');
  return found && parseJsonText(found.rest).ok ? found.padded : undefined;
}

/** Returns the report without an envelope, as clients expect. */
function report(body: Report): Response {
  return new Response(JSON.stringify(body), {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Vary: 'Accept' },
  });
}

/** Creates the body of `GET /validator`: a description of the validator and links to its resources. */
export function validatorDocument({ validator }: Addresses): string {
  return JSON.stringify({
    service: 'API manifest validator',
    description: 'Checks an API or a manifest with the same checks that the registry runs before it lists an API.',
    version: VERSION,
    status: 'healthy',
    links: { validate: `${validator}/validate`, agents: `${validator}/agents.json` },
    meta: {
      ai_agent_notice: AI_AGENT_NOTICE,
      description: 'Root document of the validator.',
    },
  });
}
