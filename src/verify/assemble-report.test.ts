import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assembleReport } from './assemble-report.ts';
import { CHECKS } from './checks/all-checks.ts';
import { toCheckResult } from './checks/run-checks.ts';

const FACTS = { url: null, manifest_url: null, spec_version: null, validated_at: '2026-11-21T09:30:00Z' };
const ERRORS = ['manifest_reachable', 'schema_valid', 'endpoints_reachable'];

test('claims only what its checks show', () => {
  const outcome = fc.constantFrom('passed', 'failed', 'skipped', 'inconclusive');
  fc.assert(
    fc.property(fc.tuple(outcome, outcome, outcome, outcome, outcome, outcome), outcomes => {
      const results = CHECKS.map((check, index) =>
        toCheckResult(check, { outcome: outcomes[index] ?? 'failed', message: 'So.' }),
      );
      const report = assembleReport(FACTS, results);
      const outcomeOf = (name: string) => results.find(result => result.name === name)?.outcome;
      const errors = ERRORS.map(outcomeOf);

      expect(report.passed).toBe(errors.every(each => each === 'passed' || each === 'skipped'));
      expect(report.errors.length).toBe(errors.filter(each => each === 'failed' || each === 'inconclusive').length);
      expect(report.retryable).toBe(!report.passed && !errors.includes('failed'));
      expect(report.schema_valid).toBe(outcomeOf('schema_valid') === 'passed');
      expect(report.endpoints_reachable).toBe(outcomeOf('endpoints_reachable') === 'passed');
      expect(report.badges.includes('auth-verified')).toBe(outcomeOf('auth_verified') === 'passed');
      expect(report.badges.includes('payment-ready')).toBe(outcomeOf('payment_ready') === 'passed');
      expect(report.auth_verified).toBe(report.badges.includes('auth-verified'));
      expect(report.payment_flow_verified).toBe(report.badges.includes('payment-ready'));
    }),
  );
});
