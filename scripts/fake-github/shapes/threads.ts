import { type Comment, type FakeGithubState, isPull, type PullThread, type Thread } from '../state.ts';
import { ownerOf, userShape } from './people.ts';
import { repositoryShape } from './repository.ts';

/** A pull request as lists show it. */
export async function pullShape(forge: FakeGithubState, thread: PullThread) {
  const { number, pull } = thread;
  const repository = `${forge.address}/repos/${forge.owner}/${forge.name}`;
  const url = `${repository}/pulls/${number}`;
  const issue = `${repository}/issues/${number}`;
  const html = `https://github.com/${forge.owner}/${forge.name}/pull/${number}`;
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
    ...common(forge, thread),
    locked: false,
    milestone: null,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommit,
    head: side(forge, pull.headOwner, pull.headBranch, pull.headSha),
    base: side(forge, forge.owner, pull.base, (await forge.git.refSha(`refs/heads/${pull.base}`)) ?? ''),
    _links: Object.fromEntries(Object.entries({ ...addresses, self: url }).map(([name, href]) => [name, { href }])),
    author_association: association(forge, thread),
    auto_merge: null,
    draft: false,
  };
}

const LINKED = ['comments', 'review_comments', 'review_comment', 'commits', 'statuses'] as const;

/** A pull request as it is shown by itself. */
export async function pullDetailShape(forge: FakeGithubState, thread: PullThread) {
  const shape = await pullShape(forge, thread);
  const files = await forge.git.changedFiles(shape.base.sha, thread.pull.headSha);
  const merged = thread.pull.mergedAt !== null;
  return {
    ...shape,
    merged,
    mergeable: thread.state === 'open' ? true : null,
    mergeable_state: merged ? 'unknown' : 'clean',
    merged_by: merged ? userShape(forge, { id: 41898282, login: 'github-actions[bot]', type: 'Bot' }) : null,
    comments: thread.comments.length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: await forge.git.commitCount(shape.base.sha, thread.pull.headSha),
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  };
}

/** An issue; a pull request is one, too. */
export function issueShape(forge: FakeGithubState, thread: Thread) {
  const repository = `${forge.address}/repos/${forge.owner}/${forge.name}`;
  const url = `${repository}/issues/${thread.number}`;
  return {
    id: 2000 + thread.number,
    node_id: `I_${thread.number}`,
    url,
    repository_url: repository,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `https://github.com/${forge.owner}/${forge.name}/issues/${thread.number}`,
    ...common(forge, thread),
    state_reason: thread.stateReason,
    locked: false,
    milestone: null,
    assignee: null,
    assignees: [],
    comments: thread.comments.length,
    author_association: association(forge, thread),
    ...(isPull(thread) && { pull_request: { url: null, html_url: null, diff_url: null, patch_url: null } }),
  };
}

export function commentShape(
  forge: FakeGithubState,
  thread: Thread,
  { id, author, body, createdAt, updatedAt }: Comment,
) {
  const repository = `${forge.address}/repos/${forge.owner}/${forge.name}`;
  const kind = isPull(thread) ? 'pull' : 'issues';
  return {
    id,
    node_id: `IC_${id}`,
    url: `${repository}/issues/comments/${id}`,
    html_url: `https://github.com/${forge.owner}/${forge.name}/${kind}/${thread.number}#issuecomment-${id}`,
    issue_url: `${repository}/issues/${thread.number}`,
    user: userShape(forge, author),
    body,
    created_at: createdAt,
    updated_at: updatedAt ?? createdAt,
    author_association: author.login === forge.owner ? 'OWNER' : 'NONE',
    performed_via_github_app: null,
  };
}

export function labelShape(forge: FakeGithubState, name: string) {
  const url = `${forge.address}/repos/${forge.owner}/${forge.name}/labels/${encodeURIComponent(name)}`;
  return { id: 3000 + name.length, node_id: `L_${name}`, url, name, description: '', color: 'ededed', default: false };
}

function common(forge: FakeGithubState, thread: Thread) {
  return {
    number: thread.number,
    state: thread.state,
    title: thread.title,
    user: userShape(forge, thread.author),
    body: thread.body,
    labels: [...thread.labels].map(name => labelShape(forge, name)),
    created_at: thread.createdAt,
    updated_at: thread.updatedAt,
    closed_at: thread.closedAt,
  };
}

function side(forge: FakeGithubState, owner: string, ref: string, sha: string) {
  const user = userShape(forge, ownerOf(owner));
  return { label: `${owner}:${ref}`, ref, sha, user, repo: repositoryShape(forge, owner) };
}

function association(forge: FakeGithubState, { author }: Thread): string {
  return author.login === forge.owner ? 'OWNER' : 'NONE';
}
