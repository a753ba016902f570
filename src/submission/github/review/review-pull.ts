import { type Origin, parseOrigin } from '#listing/origin.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import type { Decision } from '../../acceptance.ts';
import { checkPullRequestFile, reviewForPerson } from '../../pull-request-file.ts';
import { place, type Repository } from '../api/repository.ts';
import { readBlob, readRepositoryFile } from '../api/repository-file.ts';
import { parseSubmittedOrigin } from '../submission-pull.ts';
import { recordFile } from './assessment.ts';
import { type PullScope, pullScope } from './pull-scope.ts';
import type { Review, Unaccepted } from './review.ts';

/** What a review needs; it only reads. */
export interface ReviewContext {
  readonly repository: Repository;
  /** Checks an origin as it is now, and decides. */
  readonly assess: (origin: Origin) => Promise<Decision>;
}

/** A pull request that has nothing to review, and why. */
export interface NothingToReview {
  readonly nothing: string;
}

/**
 * Reviews a pull request at a commit (design: Submission, GitHub). Its file is read as data and counts for nothing unless
 * it equals what the origin serves now; of a pull request that the registry opened itself not even that: it is a request
 * to check the origin.
 *
 * @throws RequestError when GitHub fails
 */
export async function reviewPull(
  services: ReviewContext,
  pull_number: number,
  headSha: string,
): Promise<Review | NothingToReview> {
  const { repository } = services;
  const target = { ...place(repository), pull_number };
  const { data: pull } = await repository.octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', target);
  if (pull.state !== 'open') return { nothing: 'The pull request is closed.' };
  if (pull.head.sha !== headSha) return { nothing: 'A later commit was pushed; that one is reviewed.' };

  const { data: files } = await repository.octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
    ...target,
    per_page: 100,
  });
  const scope = pullScope(files, pull.changed_files);
  const review = { pull: pull.number, head_sha: headSha };
  const own = await parseSubmittedOrigin(pull, repository);
  if (own && isAbout(own, scope)) return { ...review, origin: own, decision: await services.assess(own) };
  if (scope.kind === 'no-submission') return { nothing: 'The pull request touches no record.' };
  if (scope.kind === 'misplaced') return { ...review, origin: undefined, decision: misplaced(scope.path) };
  if (scope.kind === 'person') {
    return { ...review, origin: undefined, decision: { verdict: 'needs-person', reason: scope.reason } };
  }
  return { ...review, ...(await reviewFile(services, scope.origin, scope.blob)) };
}

/** The registry's own pull request changes the origin's record, or, when that is unchanged, nothing. */
function isAbout(own: Origin, scope: PullScope): boolean {
  return scope.kind === 'no-submission' || (scope.kind === 'one-record' && scope.origin.id === own.id);
}

async function reviewFile({ repository, assess }: ReviewContext, placed: Origin, blob: string) {
  const text = new TextDecoder().decode(await readBlob(repository, blob));
  const origin = originIn(text, placed);
  const present = await readRepositoryFile(repository, repository.base, recordFile(placed.id));
  const person = reviewForPerson(text, present && new TextDecoder().decode(present));
  if (person?.verdict === 'needs-person') {
    return { origin, decision: { verdict: 'needs-person', reason: person.reason } as const };
  }
  const decision = await assess(origin);
  if (decision.verdict === 'rejected') return { origin, decision };
  const file = checkPullRequestFile(text, decision);
  return { origin, decision: file.verdict === 'different' ? different(decision, file.errors) : decision };
}

/** The origin that the file names, where it belongs at the file's place: only the file tells http from https. */
function originIn(text: string, placed: Origin): Origin {
  const parsed = parseJsonText(text);
  const { url } = (parsed.ok ? (parsed.value ?? {}) : {}) as { readonly url?: unknown };
  const named = typeof url === 'string' ? parseOrigin(url) : undefined;
  return named?.ok && named.value.id === placed.id ? named.value : placed;
}

function different({ report }: Decision, errors: readonly Finding[]): Unaccepted {
  const reason = 'The file is not what the registry would write from what the origin serves now; see errors.';
  return { ...UNWRITTEN, reason, errors, report };
}

function misplaced(path: string): Unaccepted {
  const reason = 'The record does not lie where a record belongs.';
  const hint = 'Submit the address instead of the file; the registry writes the file.';
  return { ...UNWRITTEN, reason, errors: [finding('', 'path', reason, hint, path)], report: null };
}

const UNWRITTEN = { verdict: 'rejected', retryable: false, retryAfter: undefined, observation: undefined } as const;
