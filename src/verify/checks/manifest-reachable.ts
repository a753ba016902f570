import { sha256Hex } from '#listing/encoding/sha256.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import { evidenceOf, formatProbeResult, isInconclusive, responseOf } from '../probes/probe-results.ts';
import type { ProbeResult } from '../probes/probe-session.ts';
import type { Check, CheckConclusion, Subject } from './check.ts';
import type { KnownManifest } from './manifest-document.ts';

export const manifestReachable: Check = {
  name: 'manifest_reachable',
  severity: 'error',
  meaning: `The origin serves JSON at ${MANIFEST_PATH}, publicly, with status 200.`,
  async run({ origin, inquiry, known }) {
    const url = `${origin}${MANIFEST_PATH}`;
    const answer = await inquiry.ask({ url, body: true, follow: true, headers: conditions(known) });
    const verdict = await judged(answer, known);
    return { ...verdict, evidence: evidenceOf([answer]) };
  },
};

function conditions(known: Subject['known']) {
  return {
    accept: 'application/json',
    ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
  };
}

async function judged(answer: ProbeResult, known: KnownManifest | undefined): Promise<CheckConclusion> {
  const response = responseOf(answer);
  if (response?.status === 200) return documentVerdict(response);
  if (response?.status === 304 && known) return unchangedVerdict(known);
  const message = `${formatProbeResult('The manifest address', answer)}.`;
  if (isInconclusive(answer)) return { outcome: 'inconclusive', message, hint: 'It is asked again later.' };
  return { outcome: 'failed', message, hint: response ? hintFor(response.status) : refusalHint(answer) };
}

async function documentVerdict({ body, headers }: FetchResponse): Promise<CheckConclusion> {
  const parsed = parseJsonText(body);
  if (!parsed.ok) {
    const [first] = parsed.error;
    return {
      outcome: 'failed',
      message: `What is served is not JSON as this format wants it: ${first?.message ?? 'it is empty.'}`,
      hint: first?.hint,
      findings: parsed.error,
    };
  }
  const { etag, 'last-modified': lastModified, 'content-type': type } = headers;
  return {
    outcome: 'passed',
    message: 'The manifest is served.',
    hint: /[/+]json\b/i.test(type ?? '') ? undefined : 'Serve it with Content-Type: application/json.',
    learned: {
      document: {
        value: parsed.value,
        sha256: await sha256Hex(body),
        warnings: parsed.warnings,
        notModified: false,
        ...(etag !== undefined && { etag }),
        ...(lastModified !== undefined && { lastModified }),
      },
    },
  };
}

function unchangedVerdict({ value, sha256, etag, lastModified }: KnownManifest): CheckConclusion {
  const validators = { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
  return {
    outcome: 'passed',
    message: 'The manifest is unchanged since it was last fetched.',
    learned: { document: { value, sha256, warnings: [], notModified: true, ...validators } },
  };
}

function hintFor(status: number): string {
  if (status === 401 || status === 403) return 'Serve the manifest to everybody, without credentials.';
  if (status === 404 || status === 410) return `Serve the manifest at ${MANIFEST_PATH} on this origin.`;
  return 'Answer with status 200 and the manifest as JSON.';
}

function refusalHint(answer: ProbeResult): string | undefined {
  return answer.asked && answer.result.outcome !== 'response' ? answer.result.hint : undefined;
}
