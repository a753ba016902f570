import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { LABELS } from '#setup/github/labels.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { initGit, type TreeEntry } from './git/git.ts';
import { updatePulls } from './pushes.ts';
import { createRepositorySettings } from './repository-settings.ts';
import { createToken } from './routes/installation.ts';
import { createBackgroundJobs } from './rules/eventual-consistency.ts';
import type { HourlyLimits } from './rules/rate-limits.ts';
import { type FakeGithubServer, serveFakeGithub } from './server.ts';
import {
  type Account,
  type Actor,
  type FakeGithubState,
  openThread,
  type PullAction,
  type PullThread,
  type Thread,
} from './state.ts';

export interface FakeGithubOptions {
  /** The files of the first commit of `main`. */
  readonly files: readonly TreeEntry[];
  /** The folder of the Git repository. Defaults to a temporary folder, which `close` deletes. */
  readonly directory?: string;
  readonly host?: string;
  /** The labels of the repository. Defaults to those that setup creates. */
  readonly labels?: readonly string[];
  /** Defaults to 0, any free port. */
  readonly port?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** The hourly limits of tokens (default: GitHub's). */
  readonly limits?: Partial<HourlyLimits>;
  /** The delay in milliseconds until reads return the result of a push (default: 0). */
  readonly delayMs?: number;
  /** Called for each event of a pull request that would start a workflow. */
  readonly onPull?: (action: PullAction, thread: PullThread) => void;
  readonly onDispatch?: FakeGithubState['onDispatch'];
}

/** A mock GitHub server with one repository, `acme/registry`, and one installed app. */
export interface FakeGithub extends FakeGithubServer {
  readonly state: FakeGithubState;
  readonly owner: string;
  readonly name: string;
  /** The credentials of the app. */
  readonly app: { readonly id: number; readonly installation: number; readonly privateKey: string };
  /** Creates the token of a workflow job with the given permissions. */
  jobToken(permissions: Readonly<Record<string, 'read' | 'write'>>): string;
  /** Pushes a commit with changed files to a branch of the repository or of a fork. Returns the SHA of the commit. */
  push(branch: string, files: readonly TreeEntry[], fork?: string): Promise<string>;
  /** Opens a pull request from a pushed branch as a user. */
  openPull(branch: string, author: string, title: string, fork?: string): Promise<PullThread>;
  /** Creates the token of a user. Without permissions, an administrator of the repository. */
  userToken(permissions?: Readonly<Record<string, 'read' | 'write'>>): string;
  openIssue(author: string, title: string, body: string): Thread;
  /** Returns the text of a file on a branch, or undefined if it does not exist. */
  file(branch: string, file: string): Promise<string | undefined>;
}

/** The account of workflow jobs. */
export const WORKFLOWS: Account = { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot' };

const ADMINISTRATOR = Object.fromEntries(
  ['administration', 'actions', 'contents', 'environments', 'issues', 'metadata', 'pull_requests', 'variables'].map(
    name => [name, 'write' as const],
  ),
);

/** The key of the app. Generated once, because that is slow. */
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Starts the mock server on this machine. */
export async function startFakeGithub(options: FakeGithubOptions): Promise<FakeGithub> {
  const directory = options.directory ?? (await makeTemporaryFolder('fake-github-'));
  const git = await initGit(path.join(directory, 'registry.git'));
  const now = options.now ?? Date.now;
  const app = { id: 4711, slug: 'registry-submissions', installation: 815, publicKey: keys.publicKey };
  const state: FakeGithubState = {
    git,
    owner: 'acme',
    name: 'registry',
    address: '',
    now,
    threads: new Map(),
    checkRuns: [],
    tokens: new Map(),
    app,
    settings: createRepositorySettings(options.labels ?? LABELS.map(({ name }) => name)),
    appKey: createPrivateKey(keys.privateKey).export({ type: 'pkcs1', format: 'pem' }).toString(),
    nextId: 5000,
    background: createBackgroundJobs(now, options.delayMs),
    onPull: options.onPull ?? (() => undefined),
    onDispatch: options.onDispatch ?? (() => undefined),
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
    await updatePulls(state, ref);
    return sha;
  }

  await push('main', options.files);
  const server = await serveFakeGithub(state, options.host ?? '127.0.0.1', options.port ?? 0, options.limits);
  return {
    ...server,
    state,
    owner: state.owner,
    name: state.name,
    app: { id: app.id, installation: app.installation, privateKey: keys.privateKey },
    push,
    jobToken: permissions => createToken(state, { account: WORKFLOWS, permissions, app: 'github-actions' }),
    userToken: (permissions = ADMINISTRATOR) =>
      createToken(state, { account: { id: 1, login: 'operator', type: 'User' }, permissions, app: '' }),
    openIssue: (login, title, body) => openThread(state, toPerson(login), { title, body }),

    async openPull(branch, login, title, fork) {
      const headRef = fork === undefined ? `refs/heads/${branch}` : `refs/forks/${fork}/${branch}`;
      const headSha = await git.refSha(headRef);
      if (headSha === undefined) throw new Error(`${headRef} does not exist. Push it first.`);
      const head = { base: 'main', headBranch: branch, headOwner: fork ?? state.owner, headRef, headSha };
      return openThread(state, toPerson(login), { title, body: null }, head) as PullThread;
    },

    async file(branch, file) {
      const blob = await git.blobAt(`refs/heads/${branch}`, file);
      return blob === undefined ? undefined : (await git.blob(blob)).toString();
    },

    async close() {
      await server.close();
      await git.close();
      if (options.directory === undefined) await removeFolder(directory);
    },
  };
}

function toPerson(login: string): Pick<Actor, 'account' | 'app'> {
  return { account: { id: 77, login, type: 'User' }, app: '' };
}
