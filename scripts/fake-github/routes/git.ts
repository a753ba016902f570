import { afterPush } from '../pushes.ts';
import { type Call, errorReply, notFound, type Reply, type Routes } from '../reply.ts';
import { branchShape, contentShape, gitCommitShape, inLines, refShape } from '../shapes/git.ts';
import { moment } from '../state.ts';

/** The git database: branches, blobs, trees, commits, refs, and files by path. */
export const gitRoutes: Routes = {
  'GET /repos/{owner}/{repo}/branches/{branch}': { needs: ['contents', 'read'], handle: branch },
  'GET /repos/{owner}/{repo}/git/blobs/{file_sha}': { needs: ['contents', 'read'], handle: blob },
  'GET /repos/{owner}/{repo}/git/commits/{commit_sha}': { needs: ['contents', 'read'], handle: commit },
  'GET /repos/{owner}/{repo}/contents/{path}': { needs: ['contents', 'read'], handle: content },
  'POST /repos/{owner}/{repo}/git/commits': { needs: ['contents', 'write'], handle: makeCommit },
  'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': { needs: ['contents', 'read'], handle: tree },
  'POST /repos/{owner}/{repo}/git/trees': { needs: ['contents', 'write'], handle: makeTree },
  'POST /repos/{owner}/{repo}/git/refs': { needs: ['contents', 'write'], handle: makeRef },
  'PATCH /repos/{owner}/{repo}/git/refs/{ref}': { needs: ['contents', 'write'], handle: moveRef },
  'DELETE /repos/{owner}/{repo}/git/refs/{ref}': { needs: ['contents', 'write'], handle: deleteRef },
};

async function branch({ forge, params: { branch = '' } }: Call): Promise<Reply> {
  const sha = await forge.git.refSha(`refs/heads/${branch}`);
  if (sha === undefined) return errorReply(404, 'Branch not found');
  return { status: 200, body: branchShape(forge, branch, await forge.git.commit(sha)) };
}

async function blob({ forge, params: { file_sha = '' } }: Call): Promise<Reply> {
  if ((await forge.git.objectType(file_sha)) !== 'blob') return notFound();
  const content = await forge.git.blob(file_sha);
  const url = `${forge.address}/repos/${forge.owner}/${forge.name}/git/blobs/${file_sha}`;
  const facts = { sha: file_sha, node_id: `B_${file_sha}`, url, size: content.length };
  return { status: 200, body: { ...facts, content: inLines(content), encoding: 'base64' } };
}

async function commit({ forge, params: { commit_sha = '' } }: Call): Promise<Reply> {
  if ((await forge.git.objectType(commit_sha)) !== 'commit') return notFound();
  return { status: 200, body: gitCommitShape(forge, await forge.git.commit(commit_sha)) };
}

async function content({ forge, params: { path = '' }, query }: Call): Promise<Reply> {
  const tip = await forge.git.refSha(`${query.ref ?? 'main'}^{commit}`);
  if (tip === undefined) return errorReply(404, `No commit found for the ref ${query.ref}`);
  const sha = await forge.git.blobAt(tip, path);
  if (sha === undefined || (await forge.git.objectType(sha)) !== 'blob') return notFound();
  return { status: 200, body: contentShape(forge, path, sha, await forge.git.blob(sha)) };
}

async function tree({ forge, params: { tree_sha = '' } }: Call): Promise<Reply> {
  if ((await forge.git.objectType(tree_sha)) !== 'tree') return notFound();
  const url = `${forge.address}/repos/${forge.owner}/${forge.name}/git/trees/${tree_sha}`;
  return { status: 200, body: { sha: tree_sha, url, tree: await forge.git.treeEntries(tree_sha), truncated: false } };
}

async function makeTree({ forge, body }: Call): Promise<Reply> {
  const { base_tree, tree } = body;
  if (base_tree !== undefined && (await forge.git.objectType(base_tree)) !== 'tree') return notFound();
  const sha = await forge.git.writeTree(base_tree, tree);
  const url = `${forge.address}/repos/${forge.owner}/${forge.name}/git/trees/${sha}`;
  return { status: 201, body: { sha, url, tree: [], truncated: false } };
}

async function makeCommit({ forge, actor, body }: Call): Promise<Reply> {
  const { message, tree, parents = [], author } = body;
  const types = await Promise.all(parents.map((parent: string) => forge.git.objectType(parent)));
  if ((await forge.git.objectType(tree)) !== 'tree') return errorReply(422, 'Tree SHA does not exist');
  if (types.some(type => type !== 'commit'))
    return errorReply(422, 'Parent SHA does not exist or is not a commit object');
  const { login, id } = actor.account;
  const person = { name: login, email: `${id}+${login}@users.noreply.github.com`, date: moment(forge), ...author };
  const sha = await forge.git.writeCommit(tree, parents, message, person);
  return { status: 201, body: gitCommitShape(forge, await forge.git.commit(sha)) };
}

async function makeRef({ forge, body: { ref, sha } }: Call): Promise<Reply> {
  if (!/^refs\/(heads|tags)\/[^~^:?*[\\\s]+$/.test(ref)) return errorReply(422, 'Reference name is not valid');
  if ((await forge.git.objectType(sha)) !== 'commit') return errorReply(422, 'Object does not exist');
  if (!(await forge.git.createRef(ref, sha))) return errorReply(422, 'Reference already exists');
  await afterPush(forge, ref);
  return { status: 201, body: refShape(forge, ref, sha) };
}

async function moveRef({ forge, params, body: { sha, force } }: Call): Promise<Reply> {
  const ref = `refs/${params.ref}`;
  const old = await forge.git.refSha(ref);
  if (old === undefined) return errorReply(422, 'Reference does not exist');
  if ((await forge.git.objectType(sha)) !== 'commit') return errorReply(422, 'Object does not exist');
  if (!force && !(await forge.git.isAncestor(old, sha))) return errorReply(422, 'Update is not a fast forward');
  if (!(await forge.git.moveRef(ref, sha, old))) return errorReply(409, 'Reference cannot be updated');
  await afterPush(forge, ref);
  return { status: 200, body: refShape(forge, ref, sha) };
}

async function deleteRef({ forge, params }: Call): Promise<Reply> {
  const ref = `refs/${params.ref}`;
  if ((await forge.git.refSha(ref)) === undefined) return errorReply(422, 'Reference does not exist');
  await forge.git.deleteRef(ref);
  await afterPush(forge, ref);
  return { status: 204 };
}
