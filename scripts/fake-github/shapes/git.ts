import type { ChangedFile, Commit, Person } from '../git.ts';
import type { FakeGithubState } from '../state.ts';

/** A commit as the git database shows it. */
export function gitCommitShape(forge: FakeGithubState, { sha, tree, parents, author, committer, message }: Commit) {
  return {
    sha,
    node_id: `C_${sha}`,
    url: `${repositoryUrl(forge)}/git/commits/${sha}`,
    html_url: `https://github.com/${forge.owner}/${forge.name}/commit/${sha}`,
    author,
    committer,
    message,
    tree: treeLink(forge, tree),
    parents: parents.map(parent => commitLink(forge, parent)),
    verification: UNSIGNED,
  };
}

/** A branch with its last commit. */
export function branchShape(forge: FakeGithubState, name: string, commit: Commit) {
  const url = `${repositoryUrl(forge)}/branches/${name}`;
  const { sha, tree, parents, author, committer, message } = commit;
  return {
    name,
    commit: {
      ...commitLink(forge, sha),
      node_id: `C_${sha}`,
      comments_url: `${repositoryUrl(forge)}/commits/${sha}/comments`,
      commit: {
        url: `${repositoryUrl(forge)}/git/commits/${sha}`,
        author: gitUser(author),
        committer: gitUser(committer),
        message,
        comment_count: 0,
        tree: treeLink(forge, tree),
        verification: UNSIGNED,
      },
      author: null,
      committer: null,
      parents: parents.map(parent => commitLink(forge, parent)),
    },
    _links: { self: url, html: `https://github.com/${forge.owner}/${forge.name}/tree/${name}` },
    protected: false,
    protection: { enabled: false },
    protection_url: `${url}/protection`,
  };
}

export function refShape(forge: FakeGithubState, ref: string, sha: string) {
  const object = { type: 'commit', sha, url: `${repositoryUrl(forge)}/git/commits/${sha}` };
  return { ref, node_id: `REF_${ref}`, url: `${repositoryUrl(forge)}/git/${ref}`, object };
}

export function fileShape(
  forge: FakeGithubState,
  { status, path, previousPath, sha, additions, deletions }: ChangedFile,
) {
  const html = `https://github.com/${forge.owner}/${forge.name}`;
  const name = encodeURI(path);
  return {
    sha,
    filename: path,
    status,
    additions,
    deletions,
    changes: additions + deletions,
    blob_url: `${html}/blob/head/${name}`,
    raw_url: `${html}/raw/head/${name}`,
    contents_url: `${repositoryUrl(forge)}/contents/${name}`,
    ...(previousPath !== undefined && { previous_filename: previousPath }),
  };
}

export function contentShape(forge: FakeGithubState, path: string, sha: string, content: Uint8Array) {
  const url = `${repositoryUrl(forge)}/contents/${encodeURI(path)}`;
  const git_url = `${repositoryUrl(forge)}/git/blobs/${sha}`;
  const html_url = `https://github.com/${forge.owner}/${forge.name}/blob/main/${encodeURI(path)}`;
  return {
    type: 'file',
    encoding: 'base64',
    size: content.length,
    name: path.split('/').at(-1),
    path,
    content: inLines(content),
    sha,
    url,
    git_url,
    html_url,
    download_url: html_url,
    _links: { self: url, git: git_url, html: html_url },
  };
}

/** GitHub breaks its base64 into lines of sixty. */
export function inLines(content: Uint8Array): string {
  return Buffer.from(content).toString('base64').replace(/.{60}/g, '$&\n');
}

const UNSIGNED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };

function repositoryUrl(forge: FakeGithubState): string {
  return `${forge.address}/repos/${forge.owner}/${forge.name}`;
}

function treeLink(forge: FakeGithubState, sha: string) {
  return { sha, url: `${repositoryUrl(forge)}/git/trees/${sha}` };
}

function commitLink(forge: FakeGithubState, sha: string) {
  const html_url = `https://github.com/${forge.owner}/${forge.name}/commit/${sha}`;
  return { sha, url: `${repositoryUrl(forge)}/commits/${sha}`, html_url };
}

function gitUser({ name, email, date }: Person) {
  return { name, email, date };
}
