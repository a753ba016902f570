import { expect, test } from 'vitest';
import type { SubmissionOutcome } from '#contract/submission.ts';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { commitMessage, parseCommitMessage } from './commit-message.ts';
import { messageText } from './git/commits.ts';
import { createOriginCheck } from './origin-check.fixture.ts';

const TIDES = 'https://tides.example.com';

test.each<[SubmissionOutcome, readonly string[]]>([
  ['listed', []],
  ['listed', ['tides.example.org', 'www.tides.example']],
  ['updated', ['tides.example.org']],
  ['claimed', []],
  ['withdrawn', []],
])('reads the outcome %s and the similar names %j back from the message', (outcome, similarNames) => {
  const after = sampleRecord(TIDES, { name: 'Similar names: none' });
  const before = outcome === 'listed' ? undefined : sampleRecord(TIDES);
  const { report } = createOriginCheck(TIDES, sampleManifest());
  const message = commitMessage({ outcome, before, after, report, similarNames });
  const text = messageText({ message, trailers: [['Pull-request', '#7']] });
  expect(parseCommitMessage(text)).toEqual({ outcome, similarNames });
});

test('reads nothing from other messages', () => {
  expect(parseCommitMessage(`Submit ${TIDES}`)).toBeUndefined();
  expect(parseCommitMessage('')).toBeUndefined();
});
