import { describe, expect, test } from 'vitest';
import { findStatusProof, STATUS_PROOFS } from './status-proofs.ts';

const STATUSES = Array.from({ length: 400 }, (_, index) => 200 + index);

/** Design: Checks of an origin, 4. */
function expectedProof(status: number): string {
  if (status < 400 || [400, 401, 402, 403, 405, 406, 415, 422, 429].includes(status)) return 'exists';
  if (status === 404 || status === 410) return 'missing';
  return status >= 500 || status === 408 || status === 425 ? 'temporary' : 'nothing';
}

describe('the table of statuses', () => {
  test.each(STATUSES)('has the proof of %d', status => {
    expect(findStatusProof(status)).toBe(expectedProof(status));
  });

  test('has one reason for each row, and no status twice', () => {
    for (const status of STATUSES)
      expect(STATUS_PROOFS.filter(({ from, to }) => from <= status && status <= to).length).toBeLessThanOrEqual(1);
    for (const { reason } of STATUS_PROOFS) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });
});
