import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { listingIndex } from '../../listing-index.ts';
import { createOriginCheck } from '../../origin-check.fixture.ts';
import { originOfServer } from '../local-registry.fixture.ts';
import { type AcceptOptions, acceptSubmissions } from './accept.ts';
import { commitSubmissions } from './commit.ts';
import { submissionId } from './submission-files.ts';
import type { CheckedSubmission } from './verify.ts';

const NOW = Date.parse('2026-11-21T09:30:00Z');

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder('accept-');
});
afterEach(() => removeFolder(folder));

function checked(address: string): CheckedSubmission {
  const origin = originOfServer(address);
  const time = '2026-11-21T09:30:00Z';
  const facts = { listing_id: origin.id, url: origin.url, created_at: time, updated_at: time };
  return {
    state: { submission_id: submissionId(NOW), status: 'validating', ...facts },
    origin,
    isPrivileged: undefined,
    seen: createOriginCheck(origin.url, sampleManifest()),
  };
}

function options(changes: Partial<AcceptOptions> = {}): AcceptOptions {
  return {
    repository: { records: async ids => ids.map(() => undefined) },
    observationsDir: folder,
    index: listingIndex(),
    blocklist: () => undefined,
    limitFor: () => 2,
    now: () => NOW,
    onFault: () => undefined,
    ...changes,
  };
}

test('counts the listings of the same batch toward the daily limit', async () => {
  const batch = ['a', 'b', 'c'].map(name => checked(`https://${name}.example.com`));
  const { decided } = await acceptSubmissions(batch, options());
  expect(decided.map(({ decision }) => decision.verdict)).toEqual(['accepted', 'accepted', 'rejected']);
});

test('returns a submission whose decision throws, and decides on the others', async () => {
  const batch = ['a', 'b', 'c'].map(name => checked(`https://${name}.example.com`));
  const faults: unknown[] = [];
  const { decided, failed } = await acceptSubmissions(
    batch,
    options({
      limitFor({ id }) {
        if (id === 'b.example.com') throw new Error('broken');
        return undefined;
      },
      onFault: error => faults.push(error),
    }),
  );
  expect(decided.map(({ origin }) => origin.id)).toEqual(['a.example.com', 'c.example.com']);
  expect(failed).toEqual([batch[1]]);
  expect(faults).toEqual([new Error('broken')]);
});

test('does not count listings toward the daily limit if their commit fails', async () => {
  const accepting = options();
  const batch = ['a', 'b'].map(name => checked(`https://${name}.example.com`));
  const { decided } = await acceptSubmissions(batch, accepting);
  const repository = { commit: () => Promise.reject(new Error('disk full')) };
  await expect(commitSubmissions(decided, { ...accepting, repository })).rejects.toThrow('disk full');
  const again = await acceptSubmissions(batch, accepting);
  expect(again.decided.map(({ decision }) => decision.verdict)).toEqual(['accepted', 'accepted']);
});
