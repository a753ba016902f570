import { pageOf } from '../pages.ts';
import { type Call, errorReply, notFound, type Reply, type Routes } from '../reply.ts';
import { commentShape, issueShape, labelShape } from '../shapes/threads.ts';
import { moment, openThread, setState, takeId, threadOfComment } from '../state.ts';

/** Issues, and what pull requests share with them: comments and labels. */
export const issueRoutes: Routes = {
  'GET /repos/{owner}/{repo}/issues': { needs: ['issues', 'read'], handle: list },
  'POST /repos/{owner}/{repo}/issues': { needs: ['issues', 'write'], handle: open },
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': { needs: ['issues', 'write'], handle: changeComment },
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': { needs: ['issues', 'read'], handle: comments },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': { needs: ['issues', 'write'], handle: comment },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/labels': { needs: ['issues', 'write'], handle: label },
  'PATCH /repos/{owner}/{repo}/issues/{issue_number}': { needs: ['issues', 'write'], handle: change },
};

/** The longest text of a comment, in characters. */
const LONGEST = 65_536;

/** Pull requests are issues, too. */
function list(call: Call): Reply {
  const { forge, query } = call;
  const labels = query.labels?.split(',') ?? [];
  const state = query.state ?? 'open';
  const found = [...forge.threads.values()]
    .filter(thread => state === 'all' || thread.state === state)
    .filter(thread => labels.every(each => thread.labels.has(each)))
    .filter(({ author }) => query.creator === undefined || query.creator === author.login)
    .sort((a, b) => b.number - a.number);
  const { rows, headers } = pageOf(call, found);
  return { status: 200, headers, body: rows.map(thread => issueShape(forge, thread)) };
}

function open({ forge, actor, body }: Call): Reply {
  const thread = openThread(forge, actor.account, { title: String(body.title), body: body.body ?? null });
  for (const each of body.labels ?? []) thread.labels.add(typeof each === 'string' ? each : each.name);
  return { status: 201, body: issueShape(forge, thread) };
}

function comments(call: Call): Reply {
  const { forge, params } = call;
  const thread = forge.threads.get(Number(params.issue_number));
  if (!thread) return notFound();
  const { rows, headers } = pageOf(call, thread.comments);
  return { status: 200, headers, body: rows.map(each => commentShape(forge, thread, each)) };
}

function comment({ forge, actor, params, body }: Call): Reply {
  const thread = forge.threads.get(Number(params.issue_number));
  if (!thread) return notFound();
  if (body.body.length > LONGEST) return tooLong();
  const { account, app } = actor;
  const made = { id: takeId(forge), author: account, app, body: body.body, createdAt: moment(forge) };
  thread.comments.push(made);
  thread.updatedAt = made.createdAt;
  return { status: 201, body: commentShape(forge, thread, made) };
}

function changeComment({ forge, params, body }: Call): Reply {
  const thread = threadOfComment(forge, Number(params.comment_id));
  const found = thread?.comments.find(({ id }) => id === Number(params.comment_id));
  if (!thread || !found) return notFound();
  if (body.body.length > LONGEST) return tooLong();
  found.body = body.body;
  found.updatedAt = moment(forge);
  return { status: 200, body: commentShape(forge, thread, found) };
}

function tooLong(): Reply {
  const message = `body is too long (maximum is ${LONGEST} characters)`;
  return errorReply(422, 'Validation Failed', [
    { resource: 'IssueComment', code: 'unprocessable', field: 'data', message },
  ]);
}

function label({ forge, params, body }: Call): Reply {
  const thread = forge.threads.get(Number(params.issue_number));
  if (!thread) return notFound();
  for (const name of body.labels) thread.labels.add(typeof name === 'string' ? name : name.name);
  thread.updatedAt = moment(forge);
  return { status: 200, body: [...thread.labels].map(name => labelShape(forge, name)) };
}

function change({ forge, params, body }: Call): Reply {
  const thread = forge.threads.get(Number(params.issue_number));
  if (!thread) return notFound();
  if (body.title !== undefined) thread.title = body.title;
  if (body.body !== undefined) thread.body = body.body;
  if (body.title !== undefined || body.body !== undefined) thread.updatedAt = moment(forge);
  if (body.state !== undefined) setState(forge, thread, body.state, body.state_reason ?? null);
  return { status: 200, body: issueShape(forge, thread) };
}
