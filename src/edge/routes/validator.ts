import type { Report } from '#contract/report.ts';
import type { Origin } from '#listing/origin.ts';
import { VERSION } from '#manifest/version.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { readJsonObject } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { toProblem } from '../http/submission-problem.ts';
import { parseSubmission } from './parse-submission.ts';
import { AI_AGENT_NOTICE } from './root-document.ts';

/**
 * Runs the live checks on an origin. The host provides this function, because network access depends on it.
 * @param isLocal whether the client's request has local privileges
 */
export type Verifier = (origin: Origin, isLocal: boolean) => Promise<Report>;

export interface ValidateServices {
  readonly verify: Verifier;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Handles `POST /validate` (specification, section 4.3; design: HTTP). With `manifest`, reports on the manifest only and
 * sends no requests. With `url` alone, reports on the manifest and the endpoints that the origin serves.
 *
 * @param isLocal whether http and loopback URLs may be checked
 * @throws Problem for a body with neither member, and `too-many-requests` if too many checks of the domain are running
 */
export async function validate(
  request: Request,
  isLocal: boolean,
  { verify, now }: ValidateServices,
): Promise<Response> {
  const body = await readJsonObject(request);
  if (Object.hasOwn(body, 'manifest')) return report(reportOnManifest({ value: body.manifest }, now()));
  if (Object.hasOwn(body, 'url')) return report(await toProblem(verify(parseSubmission(body, isLocal), isLocal)));
  const detail =
    'Send {"url": "https://api.example.com"} to check an API, or {"manifest": {…}} to check only a manifest.';
  throw new Problem('invalid-body', detail, { errors: [{ pointer: '', detail }] });
}

/** Returns the report without an envelope, as clients expect. */
function report(body: Report): Response {
  return new Response(JSON.stringify(body), {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}

/** Creates the body of `GET /validator`: a description of the validator and links to its resources. */
export function validatorDocument(): string {
  return JSON.stringify({
    service: 'API manifest validator',
    description: 'Checks an API or a manifest with the same checks that the registry runs before it lists an API.',
    version: VERSION,
    status: 'healthy',
    links: { validate: './validate', agents: './agents' },
    meta: {
      ai_agent_notice: AI_AGENT_NOTICE,
      description: 'Root document of the validator. Links are relative to its URL.',
    },
  });
}
