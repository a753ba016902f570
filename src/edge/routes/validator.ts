import type { Report } from '#contract/report.ts';
import type { Origin } from '#listing/origin.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { SERVICE_VERSION } from '../http/envelope.ts';
import { readJsonObject } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { parseSubmission } from './parse-submission.ts';
import { AI_AGENT_NOTICE } from './root-document.ts';

/**
 * Runs the live checks on an origin; a host provides it, because only a host has a network.
 * @param isLocal whether the request that names the origin has local privileges
 */
export type Verifier = (origin: Origin, isLocal: boolean) => Promise<Report>;

export interface ValidateServices {
  readonly verify: Verifier;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * `POST /validate` (specification, section 4.3; design: HTTP). Given a manifest, the report is on the manifest, and
 * says nothing about any address; given an address alone, it is on what the origin serves now.
 *
 * @param isLocal whether http and loopback URLs may be checked
 * @throws Problem for a body that names neither
 */
export async function validate(
  request: Request,
  isLocal: boolean,
  { verify, now }: ValidateServices,
): Promise<Response> {
  const body = await readJsonObject(request);
  if (Object.hasOwn(body, 'manifest')) return report(reportOnManifest({ value: body.manifest }, now()));
  if (Object.hasOwn(body, 'url')) return report(await verify(parseSubmission(body, isLocal), isLocal));
  const detail =
    'Send {"url": "https://api.example.com"} to check an API, or {"manifest": {…}} to check a manifest alone.';
  throw new Problem('invalid-body', detail, { errors: [{ pointer: '', detail }] });
}

/** Flat, as its clients expect. */
function report(body: Report): Response {
  return new Response(JSON.stringify(body), {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}

/** `GET /validator`: what the validator is, and where its resources are. */
export function validatorDocument(): string {
  return JSON.stringify({
    service: 'API manifest validator',
    description:
      'Checks an API, or a manifest alone, against the manifest format, as the registry does before it lists one.',
    version: SERVICE_VERSION,
    status: 'healthy',
    links: { validate: './validate', agents: './agents' },
    meta: {
      ai_agent_notice: AI_AGENT_NOTICE,
      description: 'Root document of the validator. Links are relative to its address.',
    },
  });
}
