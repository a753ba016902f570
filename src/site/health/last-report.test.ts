import { describe, expect, test } from 'vitest';
import { misleadingObservation, passed } from '../fixtures/observations.ts';
import { lastReport } from './last-report.ts';

const [check] = passed.report?.checks ?? [];

describe('lastReport', () => {
  test('returns the checks, evidence, and findings', () => {
    const report = lastReport(passed.report);
    expect(report?.checks.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['manifest_reachable', 'passed'],
      ['lint', 'failed'],
    ]);
    expect(report?.checks[0]?.evidence[0]).toMatchObject({ status: 200, ms: 118.4 });
    expect(report?.checks[1]?.findings?.[0]?.anchor).toBe('lint-duplicate-category');
  });

  test('drops an anchor that belongs to no rule', () => {
    expect(lastReport(misleadingObservation.report)?.checks[0]?.findings?.[0]).not.toHaveProperty('anchor');
  });

  test.each([
    ['nothing', undefined],
    ['no checks', { passed: true, validated_at: '2026-11-20T03:00:00Z' }],
    ['an invalid check', { ...passed.report, checks: [{ ...check, outcome: 'fine' }] }],
    ['an invalid name', { ...passed.report, checks: [{ ...check, name: '"><script>' }] }],
    ['invalid evidence', { ...passed.report, checks: [{ ...check, evidence: [{ url: 1 }] }] }],
    ['invalid findings', { ...passed.report, checks: [{ ...check, findings: 'none' }] }],
  ])('returns undefined for %s', (_, report) => {
    expect(lastReport(report)).toBeUndefined();
  });
});
