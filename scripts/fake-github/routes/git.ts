import { changeRef } from '../git/change-ref.ts';
import { type Call, createError, createNotFound, type Reply, type Routes } from '../reply.ts';
import { toBase64Lines, toBranch, toContent, toGitCommit, toRef } from '../shapes/git.ts';
import { getTimestamp } from '../state.ts';

/** The Git database: branches, blobs, trees, commits, refs, and files by path. */
export const gitRoutes: Routes = {
  'GET /repos/{owner}/{repo}/branches/{branch}': { needs: ['contents', 'read'], handle: branch },
  'GET /repos/{owner}/{repo}/git/blobs/{file_sha}': { needs: ['contents', 'read'], handle: blob },
  'GET /repos/{owner}/{repo}/git/commits/{commit_sha}': { needs: ['contents', 'read'], handle: commit },
  'GET /repos/{owner}/{repo}/contents/{path}': { needs: ['contents', 'read'], handle: content },
  'POST /repos/{owner}/{repo}/git/commits': { needs: ['contents', 'write'], handle: createCommit },
  'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': { needs: ['contents', 'read'], handle: tree },
  'POST /repos/{owner}/{repo}/git/trees': { needs: ['contents', 'write'], handle: createTree },
  'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': { needs: ['contents', 'read'], handle: matchingRefs },
  'POST /repos/{owner}/{repo}/git/refs': { needs: ['contents', 'write'], handle: createRef },
  'PATCH /repos/{owner}/{repo}/git/refs/{ref}': { needs: ['contents', 'write'], handle: moveRef },
  'DELETE /repos/{owner}/{repo}/git/refs/{ref}': { needs: ['contents', 'write'], handle: deleteRef },
};

async function branch({ github, params: { branch = '' } }: Call): Promise<Reply> {
  const sha = await github.git.refSha(`refs/heads/${branch}`);
  if (sha === undefined) return createError(404, 'Branch not found');
  return { status: 200, body: toBranch(github, branch, await github.git.commit(sha)) };
}

async function blob({ github, params: { file_sha = '' } }: Call): Promise<Reply> {
  if ((await github.git.objectType(file_sha)) !== 'blob') return createNotFound();
  const content = await github.git.blob(file_sha);
  const url = `${github.address}/repos/${github.owner}/${github.name}/git/blobs/${file_sha}`;
  const facts = { sha: file_sha, node_id: `B_${file_sha}`, url, size: content.length };
  return { status: 200, body: { ...facts, content: toBase64Lines(content), encoding: 'base64' } };
}

async function commit({ github, params: { commit_sha = '' } }: Call): Promise<Reply> {
  if ((await github.git.objectType(commit_sha)) !== 'commit') return createNotFound();
  return { status: 200, body: toGitCommit(github, await github.git.commit(commit_sha)) };
}

async function content({ github, params: { path = '' }, query }: Call): Promise<Reply> {
  const tip = await github.git.refSha(`${query.ref ?? 'main'}^{commit}`);
  if (tip === undefined) return createError(404, `No commit found for the ref ${query.ref}`);
  const sha = await github.git.blobAt(tip, path);
  if (sha === undefined || (await github.git.objectType(sha)) !== 'blob') return createNotFound();
  return { status: 200, body: toContent(github, path, sha, await github.git.blob(sha)) };
}

async function tree({ github, params: { tree_sha = '' } }: Call): Promise<Reply> {
  if ((await github.git.objectType(tree_sha)) !== 'tree') return createNotFound();
  const url = `${github.address}/repos/${github.owner}/${github.name}/git/trees/${tree_sha}`;
  return { status: 200, body: { sha: tree_sha, url, tree: await github.git.treeEntries(tree_sha), truncated: false } };
}

async function createTree({ github, body }: Call): Promise<Reply> {
  const { base_tree, tree } = body;
  if (base_tree !== undefined && (await github.git.objectType(base_tree)) !== 'tree') return createNotFound();
  const sha = await github.git.writeTree(base_tree, tree);
  const url = `${github.address}/repos/${github.owner}/${github.name}/git/trees/${sha}`;
  return { status: 201, body: { sha, url, tree: [], truncated: false } };
}

async function createCommit({ github, actor, body }: Call): Promise<Reply> {
  const { message, tree, parents = [], author } = body;
  const types = await Promise.all(parents.map((parent: string) => github.git.objectType(parent)));
  if ((await github.git.objectType(tree)) !== 'tree') return createError(422, 'Tree SHA does not exist');
  if (types.some(type => type !== 'commit'))
    return createError(422, 'Parent SHA does not exist or is not a commit object');
  const { login, id } = actor.account;
  const person = {
    name: login,
    email: `${id}+${login}@users.noreply.github.com`,
    date: getTimestamp(github),
    ...author,
  };
  const sha = await github.git.writeCommit(tree, parents, message, person);
  return { status: 201, body: toGitCommit(github, await github.git.commit(sha)) };
}

async function matchingRefs({ github, params }: Call): Promise<Reply> {
  const refs = await github.git.listRefs(`refs/${params.ref}`);
  return { status: 200, body: refs.map(({ ref, sha }) => toRef(github, ref, sha)) };
}

async function createRef({ github, actor, body: { ref, sha } }: Call): Promise<Reply> {
  if (!/^refs\/(heads|tags)\/[^~^:?*[\\\s]+$/.test(ref)) return createError(422, 'Reference name is not valid');
  if ((await github.git.objectType(sha)) !== 'commit') return createError(422, 'Object does not exist');
  const result = await changeRef(github, actor, { ref, old: undefined, sha });
  if (result === 'conflict') return createError(422, 'Reference already exists');
  return result === 'changed' ? { status: 201, body: toRef(github, ref, sha) } : createViolation(result.violation);
}

async function moveRef({ github, actor, params, body: { sha, force } }: Call): Promise<Reply> {
  const ref = `refs/${params.ref}`;
  const old = await github.git.refSha(ref);
  if (old === undefined) return createError(422, 'Reference does not exist');
  if ((await github.git.objectType(sha)) !== 'commit') return createError(422, 'Object does not exist');
  if (!force && !(await github.git.isAncestor(old, sha))) return createError(422, 'Update is not a fast forward');
  const result = await changeRef(github, actor, { ref, old, sha });
  if (result === 'conflict') return createError(409, 'Reference cannot be updated');
  return result === 'changed' ? { status: 200, body: toRef(github, ref, sha) } : createViolation(result.violation);
}

async function deleteRef({ github, actor, params }: Call): Promise<Reply> {
  const ref = `refs/${params.ref}`;
  const old = await github.git.refSha(ref);
  if (old === undefined) return createError(422, 'Reference does not exist');
  const result = await changeRef(github, actor, { ref, old, sha: undefined });
  return typeof result === 'string' ? { status: 204 } : createViolation(result.violation);
}

function createViolation(message: string): Reply {
  return createError(422, `Repository rule violations found\n\n${message}`);
}
