import { MAX_RECORD_DEPTH } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import type { Decision } from '../../acceptance.ts';
import { checkPullRequestFile, reviewForPerson } from '../../pull-request-file.ts';
import { place, type Repository } from '../api/repository.ts';
import { readRepositoryFile } from '../api/repository-file.ts';
import { parseSubmittedOrigin } from '../submission-pull.ts';
import { type ReadFile, recordFile } from './assessment.ts';
import { isReviewComplete, readMergedDecision } from './merged-decision.ts';
import { pullScope } from './pull-scope.ts';
import type { Review, Unaccepted } from './review.ts';

/** The services for a review, which never writes. */
export interface ReviewContext {
  readonly repository: Repository;
  readonly readRecord: ReadFile;
  readonly readObservation: ReadFile;
  /** Checks an origin and decides. */
  readonly assess: (origin: Origin) => Promise<Decision>;
}

/** The reason why a pull request needs no review. */
export interface NothingToReview {
  readonly nothing: string;
}

/**
 * Reviews a pull request at a commit (design: Submission, GitHub). Its file is untrusted data and is accepted only if
 * it equals what the origin serves now. The file of a pull request that the registry opened is ignored: such a pull
 * request only requests a check of the origin.
 *
 * A draft waits until it is ready for review, also one of the registry, which a maintainer can hold back in this way.
 *
 * A merged pull request of the registry at its last commit gets the review that `applyReview` needs to finish an interrupted one.
 *
 * @throws RequestError if GitHub fails
 */
export async function reviewPull(
  services: ReviewContext,
  pull_number: number,
  headSha: string,
): Promise<Review | NothingToReview> {
  const { repository } = services;
  const target = { ...place(repository), pull_number };
  const { data: pull } = await repository.octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', target);
  if (pull.merged_at !== null && pull.head.sha === headSha) {
    const merged = await parseSubmittedOrigin(pull, repository);
    if (merged && !(await isReviewComplete(repository, pull))) {
      const decision = await readMergedDecision(services, merged, headSha);
      if (!decision) return { nothing: 'A maintainer merged the pull request, but the API is not listed.' };
      return { pull: pull.number, head_sha: headSha, origin: merged, decision };
    }
  }
  if (pull.state !== 'open') return { nothing: 'The pull request is closed.' };
  if (pull.draft) return { nothing: 'The pull request is a draft. Its review starts when it is ready.' };
  if (pull.head.sha !== headSha) return { nothing: 'The pull request has a newer commit, which gets its own review.' };

  const review = { pull: pull.number, head_sha: headSha };
  const own = await parseSubmittedOrigin(pull, repository);
  // Only the registry and maintainers can push to its branch, and the file of the registry is ignored anyway.
  if (own && pull.changed_files <= 1) return { ...review, origin: own, decision: await services.assess(own) };

  const { data: files } = await repository.octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
    ...target,
    per_page: 100,
  });
  const scope = pullScope(files, pull.changed_files);
  if (scope.kind === 'no-submission') return { nothing: 'The pull request changes no record.' };
  if (scope.kind === 'misplaced') {
    const reason = 'The path is not a valid path for a record.';
    return { ...review, origin: undefined, decision: rejectPath(scope.path, reason) };
  }
  if (scope.kind === 'person') {
    return { ...review, origin: undefined, decision: { verdict: 'needs-person', reason: scope.reason } };
  }
  return { ...review, ...(await reviewFile(services, scope.origin, headSha)) };
}

/** More than any record has, although its numbers can be longer than those of its manifest, and it is indented. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

async function reviewFile({ repository, readRecord, assess }: ReviewContext, placed: Origin, headSha: string) {
  const path = recordFile(placed.id);
  const bytes = await readRepositoryFile(repository, headSha, path, MAX_FILE_BYTES);
  if (bytes === undefined) {
    const reason = `The path is not a file of at most ${MAX_FILE_BYTES / 1024 / 1024} MiB.`;
    return { origin: placed, decision: rejectPath(path, reason) };
  }
  const text = new TextDecoder().decode(bytes);
  const origin = parseFileOrigin(text, placed);
  const present = await readRecord(path);
  const person = reviewForPerson(text, present && new TextDecoder().decode(present));
  if (person?.verdict === 'needs-person') {
    return { origin, decision: { verdict: 'needs-person', reason: person.reason } as const };
  }
  const decision = await assess(origin);
  if (decision.verdict === 'rejected') return { origin, decision };
  const file = checkPullRequestFile(text, decision);
  return { origin, decision: file.verdict === 'different' ? rejectDifferent(decision, file.errors) : decision };
}

/** Returns the origin from the file if it belongs at the path. Only the file distinguishes http from https. */
function parseFileOrigin(text: string, placed: Origin): Origin {
  const parsed = parseJsonText(text, { maxDepth: MAX_RECORD_DEPTH });
  const { url } = (parsed.ok ? (parsed.value ?? {}) : {}) as { readonly url?: unknown };
  const named = typeof url === 'string' ? parseOrigin(url) : undefined;
  return named?.ok && named.value.id === placed.id ? named.value : placed;
}

function rejectDifferent({ report }: Decision, errors: readonly Finding[]): Unaccepted {
  const reason = 'The file differs from the record of what the origin serves now. See `errors`.';
  return { ...UNWRITTEN, reason, errors, report };
}

function rejectPath(path: string, reason: string): Unaccepted {
  const hint = 'Submit the URL instead of the file. The registry writes the file for you.';
  return { ...UNWRITTEN, reason, errors: [finding('', 'path', reason, hint, path)], report: null };
}

const UNWRITTEN = { verdict: 'rejected', retryable: false, retryAfter: undefined, observation: undefined } as const;
