import { describe, expect, test } from 'vitest';
import { misleadingObservation, passed } from '../fixtures/observations.ts';
import { lastReport } from './last-report.ts';

const [check] = (passed.report?.checks ?? []) as readonly Readonly<Record<string, unknown>>[];

describe('a report', () => {
  test('is read with its checks, evidence and findings', () => {
    const report = lastReport(passed.report);
    expect(report?.checks.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['manifest_reachable', 'passed'],
      ['lint', 'failed'],
    ]);
    expect(report?.checks[0]?.evidence[0]).toMatchObject({ status: 200, ms: 118.4 });
    expect(report?.checks[1]?.findings[0]?.anchor).toBe('lint-duplicate-category');
  });

  test('keeps no fragment that is none of a rule', () => {
    expect(lastReport(misleadingObservation.report)?.checks[0]?.findings[0]).not.toHaveProperty('anchor');
  });

  test.each([
    ['nothing', undefined],
    ['no checks', { passed: true, validated_at: '2026-11-20T03:00:00Z' }],
    ['a check of another form', { ...passed.report, checks: [{ ...check, outcome: 'fine' }] }],
    ['a name that is no name', { ...passed.report, checks: [{ ...check, name: '"><script>' }] }],
    ['evidence of another form', { ...passed.report, checks: [{ ...check, evidence: [{ url: 1 }] }] }],
    ['findings of another form', { ...passed.report, checks: [{ ...check, findings: 'none' }] }],
  ])('that is %s is none', (_, report) => {
    expect(lastReport(report)).toBeUndefined();
  });
});
