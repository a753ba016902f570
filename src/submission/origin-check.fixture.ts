import { createHash } from 'node:crypto';
import type { Outcome, Report } from '#contract/report.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { finding } from '#manifest/finding.ts';
import type { OriginCheck } from './acceptance.ts';

/** Returns the check of an origin, for tests. */
export function createOriginCheck(
  origin: string,
  manifest: unknown,
  outcome: Exclude<Outcome, 'skipped'> = 'passed',
  changes: Partial<Report> = {},
): OriginCheck {
  const passed = outcome === 'passed';
  const message = `The endpoints ${passed ? 'respond' : 'do not respond'}.`;
  const evidence = [
    { method: 'GET', url: origin, status: passed ? 200 : 404, at: '2026-11-21T00:00:00Z', ms: 12 },
  ] as const;
  const report: Report = {
    passed,
    url: origin,
    manifest_url: `${origin}${MANIFEST_PATH}`,
    validated_at: '2026-11-21T00:00:00Z',
    spec_version: 'apimanifest-0.3',
    schema_valid: true,
    endpoints_reachable: passed,
    auth_verified: false,
    payment_flow_verified: false,
    badges: [],
    errors: passed ? [] : [finding('/endpoints', 'endpoints_reachable', message, 'Start them.')],
    checks: [{ name: 'endpoints_reachable', passed, severity: 'error', outcome, message, hint: null, evidence }],
    retryable: outcome === 'inconclusive',
    ...changes,
  };
  const sha256 = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  return { report, document: { value: manifest, sha256, etag: `"${sha256.slice(0, 8)}"` } };
}

/** Returns the check of an origin that serves nothing, for tests. */
export function createFailedOriginCheck(origin: string, outcome: 'failed' | 'inconclusive' = 'failed'): OriginCheck {
  return { report: createOriginCheck(origin, null, outcome, { schema_valid: false, spec_version: null }).report };
}
