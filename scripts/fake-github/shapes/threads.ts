import { type Comment, type FakeGithubState, isPull, type PullThread, type Thread } from '../state.ts';
import { createOwner, toUser } from './people.ts';
import { repositoryShape } from './repository.ts';

/**
 * Formats a pull request for a list.
 *
 * @param baseSha the last commit of the base branch, if it is known
 */
export async function pullShape(github: FakeGithubState, thread: PullThread, baseSha?: string) {
  const { number, pull } = thread;
  const repository = `${github.address}/repos/${github.owner}/${github.name}`;
  const url = `${repository}/pulls/${number}`;
  const issue = `${repository}/issues/${number}`;
  const html = `https://github.com/${github.owner}/${github.name}/pull/${number}`;
  const addresses = {
    html,
    issue,
    comments: `${issue}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${repository}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${repository}/statuses/${pull.headSha}`,
  };
  return {
    url,
    id: 1000 + number,
    node_id: `PR_${number}`,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issue,
    ...Object.fromEntries(LINKED.map(name => [`${name}_url`, addresses[name]])),
    ...common(github, thread),
    locked: false,
    milestone: null,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommit,
    head: side(github, pull.headOwner, pull.headBranch, pull.headSha),
    base: side(github, github.owner, pull.base, baseSha ?? (await github.git.refSha(`refs/heads/${pull.base}`)) ?? ''),
    _links: Object.fromEntries(Object.entries({ ...addresses, self: url }).map(([name, href]) => [name, { href }])),
    author_association: association(github, thread),
    auto_merge: null,
    draft: pull.isDraft,
  };
}

const LINKED = ['comments', 'review_comments', 'review_comment', 'commits', 'statuses'] as const;

/** Formats a single pull request. */
export async function pullDetailShape(github: FakeGithubState, thread: PullThread) {
  const shape = await pullShape(github, thread);
  const files = await github.git.changedFiles(shape.base.sha, thread.pull.headSha);
  const merged = thread.pull.mergedAt !== null;
  return {
    ...shape,
    merged,
    mergeable: thread.state === 'open' ? true : null,
    mergeable_state: merged ? 'unknown' : 'clean',
    merged_by: merged ? toUser(github, { id: 41898282, login: 'github-actions[bot]', type: 'Bot' }) : null,
    comments: thread.comments.length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: await github.git.commitCount(shape.base.sha, thread.pull.headSha),
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  };
}

/** Formats an issue or a pull request. */
export function issueShape(github: FakeGithubState, thread: Thread) {
  const repository = `${github.address}/repos/${github.owner}/${github.name}`;
  const url = `${repository}/issues/${thread.number}`;
  return {
    id: 2000 + thread.number,
    node_id: `I_${thread.number}`,
    url,
    repository_url: repository,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `https://github.com/${github.owner}/${github.name}/issues/${thread.number}`,
    ...common(github, thread),
    state_reason: thread.stateReason,
    locked: false,
    milestone: null,
    assignee: null,
    assignees: [],
    comments: thread.comments.length,
    author_association: association(github, thread),
    ...(isPull(thread) && { pull_request: { url: null, html_url: null, diff_url: null, patch_url: null } }),
  };
}

/** Returns a comment as the API does. */
export function commentShape(
  github: FakeGithubState,
  thread: Thread,
  { id, author, body, createdAt, updatedAt }: Comment,
) {
  const repository = `${github.address}/repos/${github.owner}/${github.name}`;
  const kind = isPull(thread) ? 'pull' : 'issues';
  return {
    id,
    node_id: `IC_${id}`,
    url: `${repository}/issues/comments/${id}`,
    html_url: `https://github.com/${github.owner}/${github.name}/${kind}/${thread.number}#issuecomment-${id}`,
    issue_url: `${repository}/issues/${thread.number}`,
    user: toUser(github, author),
    body,
    created_at: createdAt,
    updated_at: updatedAt ?? createdAt,
    author_association: author.login === github.owner ? 'OWNER' : 'NONE',
    performed_via_github_app: null,
  };
}

/** Returns a label as the API does. */
export function labelShape(github: FakeGithubState, name: string) {
  const url = `${github.address}/repos/${github.owner}/${github.name}/labels/${encodeURIComponent(name)}`;
  return { id: 3000 + name.length, node_id: `L_${name}`, url, name, description: '', color: 'ededed', default: false };
}

function common(github: FakeGithubState, thread: Thread) {
  return {
    number: thread.number,
    state: thread.state,
    title: thread.title,
    user: toUser(github, thread.author),
    body: thread.body,
    labels: [...thread.labels].map(name => labelShape(github, name)),
    created_at: thread.createdAt,
    updated_at: thread.updatedAt,
    closed_at: thread.closedAt,
  };
}

function side(github: FakeGithubState, owner: string, ref: string, sha: string) {
  const user = toUser(github, createOwner(owner));
  return { label: `${owner}:${ref}`, ref, sha, user, repo: repositoryShape(github, owner) };
}

function association(github: FakeGithubState, { author }: Thread): string {
  return author.login === github.owner ? 'OWNER' : 'NONE';
}
