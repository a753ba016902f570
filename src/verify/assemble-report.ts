import type { Instant } from '#contract/instant.ts';
import type { CheckName, CheckResult, Report } from '#contract/report.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import type { Term } from '#manifest/taxonomy.ts';

/** What a report says beside its checks. */
export type ReportFacts = Pick<Report, 'url' | 'manifest_url' | 'spec_version'> & { readonly validated_at: Instant };

/** Derives a report from what the checks came to; nothing else makes it pass, or earns a badge. */
export function assembleReport(facts: ReportFacts, checks: readonly CheckResult[]): Report {
  const passed = (name: CheckName) => checks.some(check => check.name === name && check.outcome === 'passed');
  const blocking = checks.filter(check => check.severity === 'error' && !check.passed);
  const badges: Term<'badges'>[] = [];
  if (passed('auth_verified')) badges.push('auth-verified');
  if (passed('payment_ready')) badges.push('payment-ready');
  return {
    passed: blocking.length === 0,
    ...facts,
    schema_valid: passed('schema_valid'),
    endpoints_reachable: passed('endpoints_reachable'),
    auth_verified: passed('auth_verified'),
    payment_flow_verified: passed('payment_ready'),
    badges,
    errors: blocking.flatMap(reasons),
    checks,
    retryable: blocking.length > 0 && blocking.every(check => check.outcome === 'inconclusive'),
  };
}

/** A check that names no place in the manifest is itself the rule that was not met. */
function reasons({ name, message, hint, findings }: CheckResult): readonly Finding[] {
  if (findings) return findings;
  return [finding(name === 'endpoints_reachable' ? '/endpoints' : '', name, message, hint ?? 'Try again later.')];
}
