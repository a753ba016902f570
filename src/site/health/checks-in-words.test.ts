import { expect, test } from 'vitest';
import { checksInWords } from './checks-in-words.ts';
import type { Outcome, ReportedCheck } from './last-report.ts';

const check = (name: string, outcome: Outcome): ReportedCheck => ({
  name,
  outcome,
  severity: 'error',
  message: '',
  hint: null,
  evidence: [],
  findings: [],
});

test('says what was checked, and what failed last', () => {
  const checks = [
    check('manifest_reachable', 'passed'),
    check('schema_valid', 'passed'),
    check('lint', 'failed'),
    check('endpoints_reachable', 'inconclusive'),
    check('payment_ready', 'skipped'),
    check('of_another_registry', 'passed'),
  ];
  expect(checksInWords({ checks })).toBe(
    'Passed: manifest, schema, of_another_registry. Skipped: payment. Undecided: endpoints. Failed: advice.',
  );
});

test('says nothing of nothing', () => {
  expect(checksInWords({ checks: [] })).toBe('');
});
