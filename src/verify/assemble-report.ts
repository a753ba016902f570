import type { Instant } from '#contract/instant.ts';
import type { CheckName, CheckResult, Report } from '#contract/report.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import type { Term } from '#manifest/taxonomy.ts';

/** The members of a report that do not depend on its checks. */
export type ReportFacts = Pick<Report, 'url' | 'manifest_url' | 'spec_version'> & { readonly validated_at: Instant };

/** The check that earns each badge. */
export const BADGE_CHECKS: readonly (readonly [Term<'badges'>, CheckName])[] = [
  ['auth-verified', 'auth_verified'],
  ['payment-ready', 'payment_ready'],
];

/** Creates a report from check results, which alone decide whether it passes and which badges it earns. */
export function assembleReport(facts: ReportFacts, checks: readonly CheckResult[]): Report {
  const passed = (name: CheckName) => checks.some(check => check.name === name && check.outcome === 'passed');
  const blocking = checks.filter(check => check.severity === 'error' && !check.passed);
  return {
    passed: blocking.length === 0,
    ...facts,
    schema_valid: passed('schema_valid'),
    endpoints_reachable: passed('endpoints_reachable'),
    auth_verified: passed('auth_verified'),
    payment_flow_verified: passed('payment_ready'),
    badges: BADGE_CHECKS.filter(([, check]) => passed(check)).map(([badge]) => badge),
    errors: blocking.flatMap(listErrors),
    checks,
    retryable: blocking.length > 0 && blocking.every(check => check.outcome === 'inconclusive'),
  };
}

/** A failed check without findings becomes a finding itself, with the check as the rule. */
function listErrors({ name, message, hint, findings }: CheckResult): readonly Finding[] {
  // Only lint mixes errors with warnings.
  if (findings) return name === 'lint' ? findings.filter(({ severity }) => severity === 'error') : findings;
  return [finding(name === 'endpoints_reachable' ? '/endpoints' : '', name, message, hint ?? 'Try again later.')];
}
