import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { initGit, type TreeEntry } from './git.ts';
import { afterPush } from './pushes.ts';
import { giveToken } from './routes/installation.ts';
import { type FakeGithubServer, serveFakeGithub } from './server.ts';
import {
  type Account,
  type FakeGithubState,
  openThread,
  type PullAction,
  type PullThread,
  type Thread,
} from './state.ts';

export interface FakeGithubOptions {
  /** The files of the first commit of `main`. */
  readonly files: readonly TreeEntry[];
  /** Where the repository lies; a temporary folder, removed at the end, unless said otherwise. */
  readonly directory?: string;
  readonly host?: string;
  /** 0, any free one, unless said otherwise. */
  readonly port?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Told of pull requests as a workflow would be. */
  readonly onPull?: (action: PullAction, thread: PullThread) => void;
}

/** GitHub on this machine: one repository, `acme/registry`, with one app installed. */
export interface FakeGithub extends FakeGithubServer {
  readonly forge: FakeGithubState;
  readonly owner: string;
  readonly name: string;
  /** What the app's operator configures. */
  readonly app: { readonly id: number; readonly installation: number; readonly privateKey: string };
  /** A token as a workflow's job gets it, with the permissions that the job asks for. */
  jobToken(permissions: Readonly<Record<string, 'read' | 'write'>>): string;
  /** Pushes a commit with changed files to a branch of the repository, or of somebody's fork; the commit's SHA. */
  push(branch: string, files: readonly TreeEntry[], fork?: string): Promise<string>;
  /** Opens a pull request as a person would, from a branch that was pushed. */
  openPull(branch: string, author: string, title: string, fork?: string): Promise<PullThread>;
  openIssue(author: string, title: string, body: string): Thread;
  /** The text of a file of a branch; undefined when it has none. */
  file(branch: string, file: string): Promise<string | undefined>;
}

/** The account in whose name workflows act. */
export const WORKFLOWS: Account = { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot' };

/** The app's key; made once, because that takes a while. */
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Starts it. Nothing leaves this machine. */
export async function startFakeGithub(options: FakeGithubOptions): Promise<FakeGithub> {
  const directory = options.directory ?? (await mkdtemp(path.join(tmpdir(), 'fake-github-')));
  const git = await initGit(path.join(directory, 'registry.git'));
  const now = options.now ?? Date.now;
  const app = { id: 4711, slug: 'registry-submissions', installation: 815, publicKey: keys.publicKey };
  const forge: FakeGithubState = {
    git,
    owner: 'acme',
    name: 'registry',
    address: '',
    now,
    threads: new Map(),
    checkRuns: [],
    tokens: new Map(),
    app,
    nextId: 5000,
    onPull: options.onPull ?? (() => undefined),
  };

  async function push(branch: string, files: readonly TreeEntry[], fork?: string): Promise<string> {
    const ref = fork === undefined ? `refs/heads/${branch}` : `refs/forks/${fork}/${branch}`;
    const old = await git.refSha(ref);
    const parent = old ?? (await git.refSha('refs/heads/main'));
    const tree = await git.writeTree(parent && (await git.treeOf(parent)), files);
    const login = fork ?? 'acme';
    const author = { name: login, email: `${login}@example.org`, date: new Date(now()).toISOString() };
    const sha = await git.writeCommit(tree, parent ? [parent] : [], `Change ${files.length} files`, author);
    if (old) await git.moveRef(ref, sha, old);
    else await git.createRef(ref, sha);
    await afterPush(forge, ref);
    return sha;
  }

  await push('main', options.files);
  const server = await serveFakeGithub(forge, options.host ?? '127.0.0.1', options.port ?? 0);
  return {
    ...server,
    forge,
    owner: forge.owner,
    name: forge.name,
    app: { id: app.id, installation: app.installation, privateKey: keys.privateKey },
    push,
    jobToken: permissions => giveToken(forge, { account: WORKFLOWS, permissions, app: 'github-actions' }),
    openIssue: (login, title, body) => openThread(forge, { id: 77, login, type: 'User' }, { title, body }),

    async openPull(branch, login, title, fork) {
      const headRef = fork === undefined ? `refs/heads/${branch}` : `refs/forks/${fork}/${branch}`;
      const headSha = await git.refSha(headRef);
      if (headSha === undefined) throw new Error(`${headRef} was not pushed.`);
      const place = { base: 'main', headBranch: branch, headOwner: fork ?? forge.owner, headRef, headSha };
      const author: Account = { id: 77, login, type: 'User' };
      return openThread(
        forge,
        author,
        { title, body: null },
        { ...place, mergedAt: null, mergeCommit: null },
      ) as PullThread;
    },

    async file(branch, file) {
      const blob = await git.blobAt(`refs/heads/${branch}`, file);
      return blob === undefined ? undefined : (await git.blob(blob)).toString();
    },

    async close() {
      await server.close();
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
