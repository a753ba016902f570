import { pageOf } from '../pages.ts';
import { type Call, errorReply, notFound, type Reply, type Routes } from '../reply.ts';
import { fileShape } from '../shapes/git.ts';
import { pullDetailShape, pullShape } from '../shapes/threads.ts';
import { type FakeGithubState, isPull, openPulls, openThread, type PullThread, setState } from '../state.ts';

/** Pull requests. */
export const pullRoutes: Routes = {
  'GET /repos/{owner}/{repo}/pulls': { needs: ['pull_requests', 'read'], handle: list },
  'POST /repos/{owner}/{repo}/pulls': { needs: ['pull_requests', 'write'], handle: open },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': { needs: ['pull_requests', 'read'], handle: one },
  'PATCH /repos/{owner}/{repo}/pulls/{pull_number}': { needs: ['pull_requests', 'write'], handle: change },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/files': { needs: ['pull_requests', 'read'], handle: files },
};

async function list(call: Call): Promise<Reply> {
  const { forge, query } = call;
  const state = query.state ?? 'open';
  const found = [...forge.threads.values()]
    .filter(isPull)
    .filter(thread => state === 'all' || thread.state === state)
    .filter(({ pull }) => query.head === undefined || query.head === `${pull.headOwner}:${pull.headBranch}`)
    .filter(({ pull }) => query.base === undefined || query.base === pull.base)
    .sort((a, b) => b.number - a.number);
  const { rows, headers } = pageOf(call, found);
  return { status: 200, headers, body: await Promise.all(rows.map(thread => pullShape(forge, thread))) };
}

async function open({ forge, actor, body }: Call): Promise<Reply> {
  const { title, head, base, body: text = null } = body;
  const baseSha = await forge.git.refSha(`refs/heads/${base}`);
  const headSha = await forge.git.refSha(`refs/heads/${head}`);
  if (!baseSha || !headSha) return invalid({ field: headSha ? 'base' : 'head', code: 'invalid' });
  const there = openPulls(forge).some(({ pull }) => pull.headRef === `refs/heads/${head}` && pull.base === base);
  if (there) return invalid({ code: 'custom', message: `A pull request already exists for ${forge.owner}:${head}.` });
  if (await forge.git.isAncestor(headSha, baseSha)) {
    return invalid({ code: 'custom', message: `No commits between ${base} and ${head}` });
  }
  const place = { base, headBranch: head, headOwner: forge.owner, headRef: `refs/heads/${head}`, headSha };
  const thread = openThread(
    forge,
    actor.account,
    { title, body: text },
    { ...place, mergedAt: null, mergeCommit: null },
  );
  return { status: 201, body: await pullDetailShape(forge, thread as PullThread) };
}

async function one({ forge, params }: Call): Promise<Reply> {
  const thread = pullAt(forge, params.pull_number);
  return thread ? { status: 200, body: await pullDetailShape(forge, thread) } : notFound();
}

async function change({ forge, params, body = {} }: Call): Promise<Reply> {
  const thread = pullAt(forge, params.pull_number);
  if (!thread) return notFound();
  if (body.title !== undefined) thread.title = body.title;
  if (body.body !== undefined) thread.body = body.body;
  if (body.state !== undefined) setState(forge, thread, body.state);
  return { status: 200, body: await pullDetailShape(forge, thread) };
}

async function files(call: Call): Promise<Reply> {
  const { forge, params } = call;
  const thread = pullAt(forge, params.pull_number);
  if (!thread) return notFound();
  const base = (await forge.git.refSha(`refs/heads/${thread.pull.base}`)) ?? '';
  const { rows, headers } = pageOf(call, await forge.git.changedFiles(base, thread.pull.headSha));
  return { status: 200, headers, body: rows.map(file => fileShape(forge, file)) };
}

function pullAt(forge: FakeGithubState, number: string | undefined): PullThread | undefined {
  const thread = forge.threads.get(Number(number));
  return isPull(thread) ? thread : undefined;
}

function invalid(error: Readonly<Record<string, unknown>>): Reply {
  return errorReply(422, 'Validation Failed', [{ resource: 'PullRequest', ...error }]);
}
