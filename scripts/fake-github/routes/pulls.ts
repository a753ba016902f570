import { paginate } from '../pages.ts';
import { type Call, createError, createNotFound, type Reply, type Routes } from '../reply.ts';
import { toFile } from '../shapes/git.ts';
import { pullDetailShape, pullShape } from '../shapes/threads.ts';
import { type FakeGithubState, isPull, listOpenPulls, openThread, type PullThread, setState } from '../state.ts';

/** Pull requests. */
export const pullRoutes: Routes = {
  'GET /repos/{owner}/{repo}/pulls': { needs: ['pull_requests', 'read'], handle: list },
  'POST /repos/{owner}/{repo}/pulls': { needs: ['pull_requests', 'write'], handle: open },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': { needs: ['pull_requests', 'read'], handle: one },
  'PATCH /repos/{owner}/{repo}/pulls/{pull_number}': { needs: ['pull_requests', 'write'], handle: change },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/files': { needs: ['pull_requests', 'read'], handle: files },
};

async function list(call: Call): Promise<Reply> {
  const { github, query } = call;
  const state = query.state ?? 'open';
  const found = [...github.threads.values()]
    .filter(isPull)
    .filter(thread => state === 'all' || thread.state === state)
    .filter(({ pull }) => query.head === undefined || query.head === `${pull.headOwner}:${pull.headBranch}`)
    .filter(({ createdAt }) => github.background.isVisible(Date.parse(createdAt)))
    .filter(({ pull }) => query.base === undefined || query.base === pull.base)
    .sort((a, b) => (query.direction === 'asc' ? a.number - b.number : b.number - a.number));
  const { rows, headers } = paginate(call, found);
  // All of a page have few base branches, and each lookup starts a process.
  const bases = new Map<string, Promise<string | undefined>>();
  for (const { pull } of rows)
    if (!bases.has(pull.base)) bases.set(pull.base, github.git.refSha(`refs/heads/${pull.base}`));
  const body = rows.map(async thread => pullShape(github, thread, await bases.get(thread.pull.base)));
  return { status: 200, headers, body: await Promise.all(body) };
}

async function open({ github, actor, body }: Call): Promise<Reply> {
  const { title, head, base, body: text = null } = body;
  const baseSha = await github.git.refSha(`refs/heads/${base}`);
  const headSha = await github.git.refSha(`refs/heads/${head}`);
  if (!baseSha || !headSha) return createValidationError({ field: headSha ? 'base' : 'head', code: 'invalid' });
  const exists = listOpenPulls(github).some(({ pull }) => pull.headRef === `refs/heads/${head}` && pull.base === base);
  if (exists)
    return createValidationError({
      code: 'custom',
      message: `A pull request already exists for ${github.owner}:${head}.`,
    });
  if (await github.git.isAncestor(headSha, baseSha)) {
    return createValidationError({ code: 'custom', message: `No commits between ${base} and ${head}` });
  }
  const pull = { base, headBranch: head, headOwner: github.owner, headRef: `refs/heads/${head}`, headSha };
  const thread = openThread(github, actor, { title, body: text }, pull);
  return { status: 201, body: await pullDetailShape(github, thread as PullThread) };
}

async function one({ github, params }: Call): Promise<Reply> {
  const thread = findPull(github, params.pull_number);
  return thread ? { status: 200, body: await pullDetailShape(github, thread) } : createNotFound();
}

async function change({ github, actor, params, body = {} }: Call): Promise<Reply> {
  const thread = findPull(github, params.pull_number);
  if (!thread) return createNotFound();
  if (body.title !== undefined) thread.title = body.title;
  if (body.body !== undefined) thread.body = body.body;
  if (body.state !== undefined) setState(github, thread, body.state, { actor });
  return { status: 200, body: await pullDetailShape(github, thread) };
}

async function files(call: Call): Promise<Reply> {
  const { github, params } = call;
  const thread = findPull(github, params.pull_number);
  if (!thread) return createNotFound();
  const base = (await github.git.refSha(`refs/heads/${thread.pull.base}`)) ?? '';
  const { rows, headers } = paginate(call, await github.git.changedFiles(base, thread.pull.headSha));
  return { status: 200, headers, body: rows.map(file => toFile(github, file)) };
}

function findPull(github: FakeGithubState, number: string | undefined): PullThread | undefined {
  const thread = github.threads.get(Number(number));
  return isPull(thread) ? thread : undefined;
}

function createValidationError(error: Readonly<Record<string, unknown>>): Reply {
  return createError(422, 'Validation Failed', [{ resource: 'PullRequest', ...error }]);
}
