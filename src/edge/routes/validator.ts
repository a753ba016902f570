import type { Report } from '#contract/report.ts';
import type { Origin } from '#listing/origin.ts';
import { LARGE_TEXT_BYTES, MAX_MANIFEST_BYTES } from '#manifest/text/manifest-text.ts';
import { VERSION } from '#manifest/version.ts';
import { runInSteps } from '#verify/run-steps.ts';
import type { Addresses } from '../config.ts';
import { readJsonBytes } from '../http/json-body.ts';
import { preferredType } from '../http/negotiation.ts';
import { Problem } from '../http/problem.ts';
import { toProblem } from '../http/submission-problem.ts';
import type { LargeTexts } from '../large-texts.ts';
import { parseSubmission } from './parse-submission.ts';
import { AI_AGENT_NOTICE } from './root-document.ts';
import { STREAM_TYPE, streamValidation, type ValidationProgress } from './stream-validation.ts';
import { type ValidatedBody, validateBody } from './validate-body.ts';

/**
 * Runs the live checks on an origin. The host provides this function, because network access depends on it.
 * @param isLocal whether the client's request has local privileges
 */
export type Verifier = (origin: Origin, isLocal: boolean, progress?: ValidationProgress) => Promise<Report>;

export interface ValidateServices {
  readonly verify: Verifier;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly largeTexts?: LargeTexts | undefined;
}

/**
 * Handles `POST /validate` (specification, section 4.3; design: HTTP). With `manifest`, reports on the manifest only and
 * sends no requests. With `url` alone, reports on the manifest and the endpoints that the origin serves. Clients that prefer
 * lines of JSON get each check as soon as it is completed.
 *
 * @param isLocal whether http and loopback URLs may be checked
 * @param onError receives the error of a stream that fails after its first line
 * @throws Problem for a body with neither member, `too-many-requests` if too many checks of the domain are running, and
 * `unavailable` if a large body cannot be validated now
 */
export async function validate(
  request: Request,
  isLocal: boolean,
  services: ValidateServices,
  onError?: (error: unknown) => void,
): Promise<Response> {
  const accept = request.headers.get('Accept') ?? undefined;
  const run = await parseValidation(request, isLocal, services);
  if (preferredType(accept, ['application/json', STREAM_TYPE]) === STREAM_TYPE) return streamValidation(run, onError);
  return report(await run());
}

/**
 * Parses the body of a request to a function that runs its checks. A manifest is validated before, so that a failure has an
 * error status.
 */
async function parseValidation(
  request: Request,
  isLocal: boolean,
  { verify, now, largeTexts }: ValidateServices,
): Promise<(progress?: ValidationProgress) => Promise<Report>> {
  const bytes = await readJsonBytes(request, MAX_MANIFEST_BYTES + WRAPPER_BYTES);
  const validated =
    largeTexts && bytes.length >= LARGE_TEXT_BYTES
      ? await validateElsewhere(bytes, now(), largeTexts)
      : await runInSteps(validateBody(bytes, now()));
  if ('url' in validated) {
    const origin = parseSubmission(validated, isLocal);
    return progress => toProblem(verify(origin, isLocal, progress));
  }
  return async progress => {
    for (const check of validated.report.checks) progress?.onResult?.(check);
    return validated.report;
  };
}

async function validateElsewhere(bytes: Uint8Array, now: number, largeTexts: LargeTexts): Promise<ValidatedBody> {
  const validated = await toProblem(largeTexts.validateBody(bytes, now));
  if (!validated.ok) throw Problem.fromData(validated.error);
  return validated.value;
}

/** The space for the request around a manifest. */
const WRAPPER_BYTES = 4096;

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
