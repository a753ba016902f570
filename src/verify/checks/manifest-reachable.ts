import { sha256Hex } from '#listing/encoding/sha256.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { parseAcceptedJson, parseJsonText } from '#manifest/json-text.ts';
import { LARGE_TEXT_BYTES } from '#manifest/text/manifest-text.ts';
import { RETRY_HINT } from '../fetch/fetch-failure.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import { formatProbeResult, getResponse, isInconclusive, listEvidence } from '../probes/probe-results.ts';
import type { ProbeResult } from '../probes/probe-session.ts';
import type { Check, CheckConclusion, Subject, TextConclusions, TextInspection } from './check.ts';
import type { KnownManifest } from './manifest-document.ts';

export const manifestReachable: Check = {
  name: 'manifest_reachable',
  severity: 'error',
  meaning: `The origin serves JSON at ${MANIFEST_PATH}, publicly, with status 200.`,
  async run(subject) {
    const { origin, session, known } = subject;
    const url = `${origin}${MANIFEST_PATH}`;
    const result = await session.probe({ url, body: true, follow: true, headers: createHeaders(known) });
    return { ...(await conclude(result, subject)), evidence: listEvidence([result]) };
  },
};

function createHeaders(known: Subject['known']) {
  return {
    accept: 'application/json',
    ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
  };
}

async function conclude(result: ProbeResult, subject: Subject): Promise<CheckConclusion> {
  const { known } = subject;
  const response = getResponse(result);
  if (response?.status === 200) {
    const inspected = await inspectLarge(response.body, subject);
    return parseResponse(response, result.ok ? result.value.evidence.sha256 : undefined, inspected);
  }
  if (response?.status === 304 && known) return reuseKnown(known, await inspectKnown(known, subject));
  const message = `${formatProbeResult('The manifest URL', result)}.`;
  const learned = { isDown: isDown(result) };
  if (isInconclusive(result)) {
    return { outcome: 'inconclusive', message, hint: getFailureHint(result) ?? RETRY_HINT, learned };
  }
  const hint = response ? getStatusHint(response.status) : getFailureHint(result);
  return { outcome: 'failed', message, hint, learned };
}

/** Failures of the origin, not of our own network. */
const DOWN: ReadonlySet<string> = new Set([
  'connection-refused',
  'connection-reset',
  'dns-not-found',
  'unreachable',
  'tls',
  'timeout',
  'protocol',
]);

/** Whether the origin did not respond, or failed, so that its endpoints do not respond either. */
function isDown(result: ProbeResult): boolean {
  if (!result.ok) return false;
  const { fetched } = result.value;
  return fetched.outcome === 'response'
    ? fetched.status >= 500
    : fetched.outcome === 'failed' && DOWN.has(fetched.kind);
}

/** Inspects a large text in another thread, if the host has one. */
async function inspectLarge(body: Uint8Array, { inspectText, now }: Subject): Promise<TextInspection | undefined> {
  return body.length >= LARGE_TEXT_BYTES ? inspectText?.(body, now) : undefined;
}

/** Inspects a large known manifest in another thread. A record has no text, so it gets one. */
async function inspectKnown({ value }: KnownManifest, subject: Subject): Promise<TextConclusions | undefined> {
  if (!subject.inspectText) return undefined;
  const inspected = await inspectLarge(new TextEncoder().encode(JSON.stringify(value)), subject);
  return inspected?.ok ? inspected.value : undefined;
}

/**
 * @param digest the SHA-256 digest of the body, if it is known
 * @param inspected the conclusions of another thread
 */
async function parseResponse(
  { body, headers }: FetchResponse,
  digest: string | undefined,
  inspected: TextInspection | undefined,
): Promise<CheckConclusion> {
  const parsed = inspected?.ok
    ? { ok: true as const, value: parseAcceptedJson(body), warnings: inspected.value.warnings }
    : (inspected ?? parseJsonText(body));
  if (!parsed.ok) {
    const [first] = parsed.error;
    return {
      outcome: 'failed',
      message: `The response body is not valid JSON: ${first?.message ?? 'it is empty.'}`,
      hint: first?.hint,
      findings: parsed.error,
    };
  }
  const { etag, 'last-modified': lastModified, 'content-type': type } = headers;
  return {
    outcome: 'passed',
    message: 'The manifest is reachable.',
    hint: /[/+]json\b/i.test(type ?? '') ? undefined : 'Serve it with Content-Type: application/json.',
    learned: {
      conclusions: inspected?.ok ? inspected.value : undefined,
      document: {
        value: parsed.value,
        sha256: digest ?? (await sha256Hex(body)),
        warnings: parsed.warnings,
        notModified: false,
        ...(etag !== undefined && { etag }),
        ...(lastModified !== undefined && { lastModified }),
      },
    },
  };
}

function reuseKnown(
  { value, sha256, etag, lastModified }: KnownManifest,
  conclusions: TextConclusions | undefined,
): CheckConclusion {
  const validators = { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
  return {
    outcome: 'passed',
    message: 'The manifest has not changed since the last fetch.',
    learned: { conclusions, document: { value, sha256, warnings: [], notModified: true, ...validators } },
  };
}

function getStatusHint(status: number): string {
  if (status === 401 || status === 403) return 'Serve the manifest publicly, without credentials or bot protection.';
  if (status === 404 || status === 410) return `Serve the manifest at ${MANIFEST_PATH} on this origin.`;
  return 'Return status 200 with the manifest as JSON.';
}

function getFailureHint(result: ProbeResult): string | undefined {
  return result.ok && result.value.fetched.outcome !== 'response' ? result.value.fetched.hint : undefined;
}
