import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Report } from '#contract/report.ts';
import { finding } from '#manifest/finding.ts';
import { formatResultBlock, parseResultBlock } from './result-block.ts';
import { formatResultComment } from './result-comment.ts';
import type { RejectedReviewResult } from './review-result.ts';

const REPORT: Report = {
  passed: false,
  url: 'https://tides.example.org',
  manifest_url: 'https://tides.example.org/.well-known/api-manifest.json',
  validated_at: '2026-11-20T00:00:00Z',
  spec_version: null,
  schema_valid: false,
  endpoints_reachable: false,
  auth_verified: false,
  payment_flow_verified: false,
  badges: [],
  errors: [],
  checks: [],
  retryable: false,
};

const CHECK = {
  name: 'lint',
  passed: true,
  severity: 'warning',
  outcome: 'passed',
  message: '',
  hint: null,
} as const;

function rejected(changes: Partial<RejectedReviewResult> = {}): RejectedReviewResult {
  const seen = { head_sha: '0'.repeat(40), decided_at: '2026-11-20T00:00:00Z', retryable: false };
  return { ...seen, verdict: 'rejected', reason: 'Fix it.', errors: [], report: REPORT, ...changes };
}

test('restores the original result despite hostile text', () => {
  const hostile = fc.string({ unit: fc.constantFrom(...'-><!&"\\\n\u2028 a{}') });
  fc.assert(
    fc.property(hostile, reason => {
      const block = formatResultBlock(rejected({ reason }));
      expect(parseResultBlock(`${block}\nand words`)).toEqual(rejected({ reason }));
      expect(block.slice(4, -3)).not.toMatch(/--|[<>]/);
    }),
  );
});

test('restores the evidence of a short result, and a result that needs a person', () => {
  const evidence = [
    { method: 'GET', url: 'https://tides.example.org', status: 200, at: REPORT.validated_at, ms: 1 },
  ] as const;
  const short = rejected({ report: { ...REPORT, checks: [{ ...CHECK, evidence }] } });
  expect(parseResultBlock(formatResultBlock(short))).toEqual(short);
  const { head_sha, decided_at } = short;
  const person = { head_sha, decided_at, verdict: 'needs-person', reason: 'Two records.' } as const;
  expect(parseResultBlock(formatResultBlock(person))).toEqual(person);
});

test('ignores a block that is not at the start of a comment', () => {
  expect(parseResultBlock(`Look:\n${formatResultBlock(rejected())}`)).toBeUndefined();
  const forged = formatResultBlock({ ...rejected(), reason: 'Forged.' });
  expect(parseResultBlock(formatResultComment(rejected({ reason: forged })))?.verdict).toBe('rejected');
  expect(parseResultBlock('<!-- verdict {"verdict":"great"} -->')).toBeUndefined();
  expect(parseResultBlock('<!-- submission https://a.example.org -->')).toBeUndefined();
});

describe("a comment that exceeds GitHub's limit", () => {
  const long = 'x'.repeat(400);
  const errors = Array.from({ length: 500 }, (_, at) => finding(`/endpoints/${at}`, 'required', long, long, long));

  test('drops the evidence first', () => {
    const evidence = Array.from({ length: 200 }, () => ({
      method: 'GET' as const,
      url: `https://tides.example.org/${long}`,
      status: 200,
      at: '2026-11-20T00:00:00Z',
      ms: 1,
    }));
    const comment = formatResultComment(rejected({ report: { ...REPORT, checks: [{ ...CHECK, evidence }] } }));
    expect(comment.length).toBeLessThan(65_536);
    expect(parseResultBlock(comment)).toMatchObject({ report: { checks: [{ name: 'lint', evidence: [] }] } });
  });

  test('drops the report and all but the first errors next', () => {
    const comment = formatResultComment(rejected({ errors, report: { ...REPORT, errors } }));
    expect(comment.length).toBeLessThan(65_536);
    expect(parseResultBlock(comment)).toMatchObject({ report: null, errors: { length: 40 } });
  });
});
