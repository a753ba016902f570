import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import { parseOrigin } from '#listing/origin.ts';
import type { Accepted } from '../../acceptance.ts';
import { parseBlocklistFile } from '../../blocklist.ts';
import { breakReferences } from '../../break-references.ts';
import { retryRemoteWork } from '../../git/retry-remote-work.ts';
import { type LandingQuota, quotaError } from '../landing-quota.ts';
import { OBSERVATIONS_BRANCH, recordFile } from './assessment.ts';
import type { Landing } from './landing.ts';

/** The pull request of a record. */
export interface MergeablePull {
  readonly number: number;
  /** Its branch and its last commit, if the registry created it. */
  readonly own: { readonly branch: string; readonly sha: string } | undefined;
}

/** The branches and the clock of a merge. */
export interface MergeContext {
  readonly landing: Landing;
  /** The branch of the records. */
  readonly base: string;
  readonly quota: LandingQuota;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/**
 * The outcome of a merge. `outdated`: the pull request got new commits in the meantime, so nothing was written.
 */
export type MergeResult = 'merged' | 'outdated';

/** More than the number of jobs that run at the same time, because each attempt of one of them succeeds. */
const MAX_ATTEMPTS = 25;

/** A maintainer blocked the origin of a submission, or withdrew its listing, after the review. */
export class BlockedError extends Error {
  override readonly name = 'BlockedError';
  readonly reason: string;

  constructor(reason: string) {
    super(`A maintainer blocked the origin: ${reason}`);
    this.reason = reason;
  }
}

/**
 * The record has changed since the review: another pull request for the origin or revalidation came first. The workflow Sweep starts
 * the next review, so the job does not fail.
 */
export class OutdatedReviewError extends Error {
  override readonly name = 'OutdatedReviewError';
}

const BLOCKLIST_FILE = 'registry/refused.json';

/** The maximum delay between two attempts in milliseconds. */
const MAX_DELAY = 3000;

/**
 * Pushes an accepted record to the base branch, and its observation. If the pull request is from the registry, moves its
 * branch to the commit first, so that GitHub marks it as merged; branches of other users do not move. Uses git, so it
 * takes no requests of the GitHub API.
 *
 * Counts the daily quota again in the fetched records. The push succeeds only if the base branch has not changed in the
 * meantime, so the count is exact across concurrent jobs.
 *
 * @throws QuotaError if the quota of the origin's domain is exceeded, BlockedError if a maintainer blocked the origin or
 * withdrew the listing in the meantime, OutdatedReviewError if the record changed in the meantime, RulesetError if a rule
 * forbids the push, Error if the base branch does not exist, GitError if the branches keep changing or the repository
 * cannot be reached
 */
export async function mergeRecord(
  accepted: Accepted,
  { number, own }: MergeablePull,
  { landing, base, quota, now, sleep }: MergeContext,
): Promise<MergeResult> {
  const { record, message, observation } = accepted;
  const path = recordFile(record.id);
  const text = recordText(record);
  const { subject, body } = message ?? { subject: `Record ${record.id}`, body: '' };
  let head = own?.sha;
  return retryRemoteWork(
    async () => {
      await landing.refresh(base, OBSERVATIONS_BRANCH);
      // A push would create it with this record only.
      if (!landing.has(base)) throw new Error(`The branch ${base} does not exist. Set BASE_BRANCH to its new name.`);
      const [present, blocklist] = (await landing.read(base, [path, BLOCKLIST_FILE])).map(decode);
      if (present !== text) {
        rejectChanged(accepted, path, present, blocklist);
        const error = await quotaError(landing, base, record, quota);
        if (error) throw error;
        const sha = await landing.commit(base, {
          // The message comes from a file of another job, so references are broken again, which does not change text that
          // is already safe.
          message: { subject: breakReferences(subject), body: breakReferences(body) },
          trailers: [['Pull-request', `#${number}`]],
          time: now(),
          files: [{ path, content: text }],
        });
        if (own && head !== undefined) {
          if (!(await landing.move(own.branch, sha, head))) return 'outdated';
          head = sha;
        }
      }
      await commitObservation(landing, record.id, observation, now());
      await landing.push(base, OBSERVATIONS_BRANCH);
      return 'merged';
    },
    { attempts: MAX_ATTEMPTS, maxDelay: MAX_DELAY, sleep },
  );
}

/**
 * Compares the base branch with what the review was based on. A review takes minutes, and in a wave hours. In the meantime, a
 * maintainer can withdraw the listing or block its origin, and revalidation can change the record.
 *
 * @throws BlockedError if a maintainer blocks the origin or has withdrawn the listing, OutdatedReviewError if the record has changed
 */
function rejectChanged(
  { outcome, record, from }: Accepted,
  path: string,
  present: string | undefined,
  blocklist: string | undefined,
): void {
  const origin = parseOrigin(record.url);
  const blocked = origin.ok ? parseBlocklistFile(blocklist ?? '[]', BLOCKLIST_FILE)(origin.value) : undefined;
  const { withdrawn, updated_at } = JSON.parse(present ?? '{}') as Partial<ListingRecord>;
  const reason = blocked ?? withdrawn?.reason;
  if (reason !== undefined) throw new BlockedError(reason);
  if (outcome === 'listed' && present !== undefined)
    throw new OutdatedReviewError(`${path} was added after the review. Run the review again.`);
  if (updated_at !== from) throw new OutdatedReviewError(`${path} was changed after the review. Run the review again.`);
}

function decode(bytes: Uint8Array | undefined): string | undefined {
  return bytes && new TextDecoder().decode(bytes);
}

/** Pushes the observation of a review that merges no record. */
export async function pushObservation(
  id: string,
  observation: Observation,
  { landing, now, sleep }: Pick<MergeContext, 'landing' | 'now' | 'sleep'>,
): Promise<void> {
  await retryRemoteWork(
    async () => {
      await landing.refresh(OBSERVATIONS_BRANCH);
      await commitObservation(landing, id, observation, now());
      await landing.push(OBSERVATIONS_BRANCH);
    },
    { attempts: MAX_ATTEMPTS, maxDelay: MAX_DELAY, sleep },
  );
}

/** Adds a commit unless the branch already has the observation. */
async function commitObservation(landing: Landing, id: string, observation: Observation, time: number): Promise<void> {
  const path = recordPath(id);
  const content = `${JSON.stringify(observation, null, 2)}\n`;
  const [present] = await landing.read(OBSERVATIONS_BRANCH, [path]);
  if (present && new TextDecoder().decode(present) === content) return;
  const message = { subject: `Update observation of ${breakReferences(id)}`, body: '' };
  await landing.commit(OBSERVATIONS_BRANCH, { message, time, files: [{ path, content }] });
}
