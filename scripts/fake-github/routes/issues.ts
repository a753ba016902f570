import { paginate } from '../pages.ts';
import { type Call, createError, createNotFound, type Reply, type Routes } from '../reply.ts';
import { canAddLabels } from '../rules/label-permissions.ts';
import { toUser } from '../shapes/people.ts';
import { commentShape, issueShape, labelShape } from '../shapes/threads.ts';
import { createId, findThreadOfComment, getTimestamp, openThread, setState, type Thread } from '../state.ts';

/** Issues, and the comments and labels of issues and pull requests, with the user who writes them. */
export const issueRoutes: Routes = {
  'GET /user': { needs: ['metadata', 'read'], handle: getUser },
  'GET /repos/{owner}/{repo}/issues': { needs: ['issues', 'read'], handle: list },
  'POST /repos/{owner}/{repo}/issues': { needs: ['issues', 'write'], handle: open },
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': { needs: ['issues', 'write'], handle: changeComment },
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': { needs: ['issues', 'read'], handle: comments },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': { needs: ['issues', 'write'], handle: comment },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/labels': { needs: ['issues', 'write'], handle: label },
  'PATCH /repos/{owner}/{repo}/issues/{issue_number}': { needs: ['issues', 'write'], handle: change },
};

/** Returns the user of a token. The tokens of jobs and Apps have none. */
function getUser({ github, actor: { account } }: Call): Reply {
  if (account.type === 'Bot') return createError(403, 'Resource not accessible by integration');
  const texts = Object.fromEntries(['name', 'company', 'location', 'email', 'bio'].map(name => [name, null]));
  const counts = Object.fromEntries(['public_repos', 'public_gists', 'followers', 'following'].map(name => [name, 0]));
  const times = { created_at: '2020-01-01T00:00:00Z', updated_at: '2020-01-01T00:00:00Z' };
  return {
    status: 200,
    body: { ...toUser(github, account), ...texts, ...counts, ...times, blog: null, hireable: null },
  };
}

/** The maximum length of a comment in characters. */
const MAX_COMMENT_LENGTH = 65_536;

/** Lists issues, which include pull requests. */
function list(call: Call): Reply {
  const { github, query } = call;
  const labels = query.labels?.split(',') ?? [];
  const state = query.state ?? 'open';
  const found = [...github.threads.values()]
    .filter(thread => state === 'all' || thread.state === state)
    .filter(thread => labels.every(each => thread.labels.has(each)))
    .filter(({ author }) => query.creator === undefined || query.creator === author.login)
    .sort((a, b) => b.number - a.number);
  const { rows, headers } = paginate(call, found);
  return { status: 200, headers, body: rows.map(thread => issueShape(github, thread)) };
}

function open({ github, actor, body }: Call): Reply {
  const thread = openThread(github, actor, { title: String(body.title), body: body.body ?? null });
  for (const each of body.labels ?? []) thread.labels.add(typeof each === 'string' ? each : each.name);
  return { status: 201, body: issueShape(github, thread) };
}

function comments(call: Call): Reply {
  const { github, params } = call;
  const thread = github.threads.get(Number(params.issue_number));
  if (!thread) return createNotFound();
  const { rows, headers } = paginate(call, thread.comments);
  return { status: 200, headers, body: rows.map(each => commentShape(github, thread, each)) };
}

function comment({ github, actor, params, body }: Call): Reply {
  const thread = github.threads.get(Number(params.issue_number));
  if (!thread) return createNotFound();
  if (body.body.length > MAX_COMMENT_LENGTH) return createLengthError();
  const { account, app } = actor;
  const made = { id: createId(github), author: account, app, body: body.body, createdAt: getTimestamp(github) };
  thread.comments.push(made);
  thread.updatedAt = made.createdAt;
  return { status: 201, body: commentShape(github, thread, made) };
}

function changeComment({ github, params, body }: Call): Reply {
  const thread = findThreadOfComment(github, Number(params.comment_id));
  const found = thread?.comments.find(({ id }) => id === Number(params.comment_id));
  if (!thread || !found) return createNotFound();
  if (body.body.length > MAX_COMMENT_LENGTH) return createLengthError();
  found.body = body.body;
  found.updatedAt = getTimestamp(github);
  return { status: 200, body: commentShape(github, thread, found) };
}

function createLengthError(): Reply {
  const message = `body is too long (maximum is ${MAX_COMMENT_LENGTH} characters)`;
  return createError(422, 'Validation Failed', [
    { resource: 'IssueComment', code: 'unprocessable', field: 'data', message },
  ]);
}

function label({ github, actor, params, body }: Call): Reply {
  const thread = github.threads.get(Number(params.issue_number));
  if (!thread) return createNotFound();
  const names = toNames(body.labels);
  if (!canAddLabels(github, actor, names)) return createError(403, 'Resource not accessible by integration');
  addLabels(github, thread, names);
  thread.updatedAt = getTimestamp(github);
  return { status: 200, body: [...thread.labels].map(name => labelShape(github, name)) };
}

function toNames(labels: readonly (string | { readonly name: string })[]): string[] {
  return labels.map(each => (typeof each === 'string' ? each : each.name));
}

function addLabels({ settings }: Call['github'], thread: Thread, names: readonly string[]): void {
  for (const name of names) {
    if (!settings.labels.has(name)) settings.labels.set(name, { color: 'ededed', description: null });
    thread.labels.add(name);
  }
}

function change({ github, actor, params, body }: Call): Reply {
  const thread = github.threads.get(Number(params.issue_number));
  if (!thread) return createNotFound();
  const labels = body.labels && toNames(body.labels);
  if (labels && !canAddLabels(github, actor, labels)) return createError(403, 'Resource not accessible by integration');
  if (labels) {
    thread.labels.clear();
    addLabels(github, thread, labels);
  }
  if (body.title !== undefined) thread.title = body.title;
  if (body.body !== undefined) thread.body = body.body;
  if (body.title !== undefined || body.body !== undefined) thread.updatedAt = getTimestamp(github);
  if (body.state !== undefined) setState(github, thread, body.state, { reason: body.state_reason ?? null, actor });
  return { status: 200, body: issueShape(github, thread) };
}
