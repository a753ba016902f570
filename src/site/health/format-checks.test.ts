import { expect, test } from 'vitest';
import type { CheckResult, Outcome, Severity } from '#contract/report.ts';
import { formatChecks, outcomeWord } from './format-checks.ts';

const check = (name: string, outcome: Outcome, severity: Severity = 'error'): CheckResult => ({
  name: name as CheckResult['name'],
  passed: outcome === 'passed',
  outcome,
  severity,
  message: '',
  hint: null,
  evidence: [],
});

test('lists the checks and the last failures', () => {
  const checks = [
    check('manifest_reachable', 'passed'),
    check('schema_valid', 'passed'),
    check('lint', 'failed', 'warning'),
    check('auth_verified', 'failed', 'info'),
    check('of_another', 'failed'),
    check('endpoints_reachable', 'inconclusive'),
    check('payment_ready', 'skipped'),
    check('of_another_registry', 'passed'),
  ];
  expect(formatChecks({ checks })).toBe(
    'Passed: manifest, schema, of_another_registry. Skipped: payment. Inconclusive: endpoints. Not met: lint, authentication. Failed: of_another.',
  );
});

test('returns an empty string without checks', () => {
  expect(formatChecks({ checks: [] })).toBe('');
});

test('treats only errors as failures', () => {
  expect(outcomeWord({ outcome: 'failed', severity: 'warning' })).toBe('Not met');
  expect(outcomeWord({ outcome: 'failed', severity: 'error' })).toBe('Failed');
  expect(outcomeWord({ outcome: 'passed', severity: 'warning' })).toBe('Passed');
});
