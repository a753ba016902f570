import { describe, expect, test } from 'vitest';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { type Review, toReviewResult } from './review.ts';
import { readReview, reviewText } from './review-file.ts';

const COMMIT = { pull: 7, head_sha: 'a'.repeat(40) };
const REPORT = { passed: true } as NonNullable<ReturnType<typeof accepted>['report']>;

function accepted() {
  return {
    verdict: 'accepted',
    outcome: 'listed',
    record: sampleRecord('https://tides.example.org'),
    changed: true,
    observation: sampleObservation(),
    message: { subject: 'List it', body: '' },
    similarNames: [],
    report: { passed: true } as never,
  } as const;
}

function review(changes: object = {}): Review {
  const origin = { id: 'tides.example.org', url: 'https://tides.example.org', host: 'tides.example.org' };
  return { ...COMMIT, origin, decision: { ...accepted(), ...changes } };
}

test('restores a review unchanged', () => {
  expect(readReview(reviewText(review()), COMMIT)).toEqual(review());
  expect(toReviewResult(review(), 0)).toMatchObject({ verdict: 'accepted', head_sha: COMMIT.head_sha, report: REPORT });
  const person: Review = { ...review(), decision: { verdict: 'needs-person', reason: 'Two records.' } };
  expect(readReview(reviewText(person), COMMIT)).toEqual(person);
});

describe('readReview', () => {
  const TAKEN_BACK = { at: '2026-11-21T09:30:00Z', reason: 'A rival asked for it.' };
  const documented = { type: 'documentation', documentation_url: 'https://tides.example.org/docs' } as const;
  test.each<[string, Review]>([
    ['of another pull request', { ...review(), pull: 8 }],
    ['of another commit', { ...review(), head_sha: 'b'.repeat(40) }],
    ['with an unknown result', review({ verdict: 'merge' })],
    ['with a record of another origin', review({ record: sampleRecord('https://other.example.org') })],
    ['with an invalid record', review({ record: { ...accepted().record, id: '../../.github/x' } })],
    ['without a record', review({ record: undefined })],
    ['with a documentation record', review({ record: { ...accepted().record, source: documented } })],
    ['that withdraws a listing', review({ record: { ...accepted().record, withdrawn: TAKEN_BACK } })],
    ['with an invalid observation', review({ observation: { verified_at: 'yesterday' } })],
  ])('rejects a review %s', (_, wrong) => {
    expect(() => readReview(reviewText(wrong), COMMIT)).toThrow(RangeError);
  });
});
