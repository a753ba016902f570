import type { ChangedFile, Commit } from '../git/git.ts';
import type { Person } from '../git/objects.ts';
import type { FakeGithubState } from '../state.ts';

/** Formats a commit for the Git database. */
export function toGitCommit(github: FakeGithubState, { sha, tree, parents, author, committer, message }: Commit) {
  return {
    sha,
    node_id: `C_${sha}`,
    url: `${getRepositoryUrl(github)}/git/commits/${sha}`,
    html_url: `https://github.com/${github.owner}/${github.name}/commit/${sha}`,
    author,
    committer,
    message,
    tree: toTreeLink(github, tree),
    parents: parents.map(parent => toCommitLink(github, parent)),
    verification: UNSIGNED,
  };
}

/** Formats a branch with its last commit. */
export function toBranch(github: FakeGithubState, name: string, commit: Commit) {
  const url = `${getRepositoryUrl(github)}/branches/${name}`;
  const { sha, tree, parents, author, committer, message } = commit;
  return {
    name,
    commit: {
      ...toCommitLink(github, sha),
      node_id: `C_${sha}`,
      comments_url: `${getRepositoryUrl(github)}/commits/${sha}/comments`,
      commit: {
        url: `${getRepositoryUrl(github)}/git/commits/${sha}`,
        author: toGitUser(author),
        committer: toGitUser(committer),
        message,
        comment_count: 0,
        tree: toTreeLink(github, tree),
        verification: UNSIGNED,
      },
      author: null,
      committer: null,
      parents: parents.map(parent => toCommitLink(github, parent)),
    },
    _links: { self: url, html: `https://github.com/${github.owner}/${github.name}/tree/${name}` },
    protected: false,
    protection: { enabled: false },
    protection_url: `${url}/protection`,
  };
}

/** Returns a Git reference as the API does. */
export function toRef(github: FakeGithubState, ref: string, sha: string) {
  const object = { type: 'commit', sha, url: `${getRepositoryUrl(github)}/git/commits/${sha}` };
  return { ref, node_id: `REF_${ref}`, url: `${getRepositoryUrl(github)}/git/${ref}`, object };
}

/** Returns a file of a pull request as the API does. */
export function toFile(
  github: FakeGithubState,
  { status, path, previousPath, sha, additions, deletions }: ChangedFile,
) {
  const html = `https://github.com/${github.owner}/${github.name}`;
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
    contents_url: `${getRepositoryUrl(github)}/contents/${name}`,
    ...(previousPath !== undefined && { previous_filename: previousPath }),
  };
}

/** Returns the content of a file as the API does, in Base64. */
export function toContent(github: FakeGithubState, path: string, sha: string, content: Uint8Array) {
  const url = `${getRepositoryUrl(github)}/contents/${encodeURI(path)}`;
  const git_url = `${getRepositoryUrl(github)}/git/blobs/${sha}`;
  const html_url = `https://github.com/${github.owner}/${github.name}/blob/main/${encodeURI(path)}`;
  return {
    type: 'file',
    encoding: 'base64',
    size: content.length,
    name: path.split('/').at(-1),
    path,
    content: toBase64Lines(content),
    sha,
    url,
    git_url,
    html_url,
    download_url: html_url,
    _links: { self: url, git: git_url, html: html_url },
  };
}

/** Encodes content as base64 in lines of 60 characters, as GitHub does. */
export function toBase64Lines(content: Uint8Array): string {
  return Buffer.from(content).toString('base64').replace(/.{60}/g, '$&\n');
}

const UNSIGNED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };

function getRepositoryUrl(github: FakeGithubState): string {
  return `${github.address}/repos/${github.owner}/${github.name}`;
}

function toTreeLink(github: FakeGithubState, sha: string) {
  return { sha, url: `${getRepositoryUrl(github)}/git/trees/${sha}` };
}

function toCommitLink(github: FakeGithubState, sha: string) {
  const html_url = `https://github.com/${github.owner}/${github.name}/commit/${sha}`;
  return { sha, url: `${getRepositoryUrl(github)}/commits/${sha}`, html_url };
}

function toGitUser({ name, email, date }: Person) {
  return { name, email, date };
}
