import { expect, test } from 'vitest';
import { checksInWords, outcomeWord } from './checks-in-words.ts';
import type { Outcome, ReportedCheck } from './last-report.ts';

const check = (name: string, outcome: Outcome, severity = 'error'): ReportedCheck => ({
  name,
  outcome,
  severity,
  message: '',
  hint: null,
  evidence: [],
  findings: [],
});

test('says what was checked, and what failed last', () => {
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
  expect(checksInWords({ checks })).toBe(
    'Passed: manifest, schema, of_another_registry. Skipped: payment. Inconclusive: endpoints. Not met: lint, authentication. Failed: of_another.',
  );
});

test('says nothing of nothing', () => {
  expect(checksInWords({ checks: [] })).toBe('');
});

test('only errors are failures', () => {
  expect(outcomeWord({ outcome: 'failed', severity: 'warning' })).toBe('Not met');
  expect(outcomeWord({ outcome: 'failed', severity: 'error' })).toBe('Failed');
  expect(outcomeWord({ outcome: 'passed', severity: 'warning' })).toBe('Passed');
});
