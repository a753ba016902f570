import type { Git } from './git.ts';

/** Who acts: a person, or an app, whose accounts end in `[bot]`. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Bot' | 'Organization';
}

export type Access = 'read' | 'write';

/** What a token may do, by GitHub's names of permissions (contents, pull_requests, issues, checks, metadata). */
export type Permissions = Readonly<Record<string, Access>>;

export interface Actor {
  readonly account: Account;
  readonly permissions: Permissions;
  /** The slug of the app that the token belongs to. */
  readonly app: string;
}

export interface Comment {
  readonly id: number;
  readonly author: Account;
  readonly app: string | null;
  body: string;
  readonly createdAt: string;
  /** When it was written anew. */
  updatedAt?: string;
}

/** What issues and pull requests have in common; they share their numbers. */
export interface Thread {
  readonly number: number;
  readonly author: Account;
  readonly createdAt: string;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  stateReason: string | null;
  updatedAt: string;
  closedAt: string | null;
  readonly labels: Set<string>;
  readonly comments: Comment[];
  readonly pull?: Pull;
}

export interface Pull {
  readonly base: string;
  /** The branch's name in its own repository. */
  readonly headBranch: string;
  /** Whose repository the branch is in. */
  readonly headOwner: string;
  /** The branch's full name in the git repository of this server. */
  readonly headRef: string;
  headSha: string;
  mergedAt: string | null;
  mergeCommit: string | null;
}

export interface PullThread extends Thread {
  readonly pull: Pull;
}

export interface CheckRun {
  readonly id: number;
  readonly name: string;
  readonly headSha: string;
  readonly startedAt: string;
  status: string;
  conclusion: string | null;
  completedAt: string | null;
}

export type PullAction = 'opened' | 'synchronize' | 'closed' | 'reopened';

/** One repository and all that happened to it. */
export interface FakeGithubState {
  readonly git: Git;
  readonly owner: string;
  readonly name: string;
  /** The address of the API, without a trailing slash. */
  address: string;
  readonly now: () => number;
  readonly threads: Map<number, Thread>;
  readonly checkRuns: CheckRun[];
  /** Who holds which token. */
  readonly tokens: Map<string, Actor>;
  readonly app: {
    readonly id: number;
    readonly slug: string;
    readonly installation: number;
    readonly publicKey: string;
  };
  nextId: number;
  /** Told of pull requests as a workflow would be. */
  onPull: (action: PullAction, thread: PullThread) => void;
}

/** The moment as GitHub writes it. */
export function moment(forge: FakeGithubState): string {
  return `${new Date(forge.now()).toISOString().slice(0, 19)}Z`;
}

/** The issue or pull request that a comment belongs to. */
export function threadOfComment(forge: FakeGithubState, comment: number): Thread | undefined {
  return [...forge.threads.values()].find(({ comments }) => comments.some(({ id }) => id === comment));
}

export function takeId(forge: FakeGithubState): number {
  forge.nextId += 1;
  return forge.nextId;
}

export function isPull(thread: Thread | undefined): thread is PullThread {
  return thread?.pull !== undefined;
}

export function openPulls(forge: FakeGithubState): PullThread[] {
  return [...forge.threads.values()].filter(isPull).filter(thread => thread.state === 'open');
}

/** Opens an issue, or with `pull` a pull request. */
export function openThread(
  forge: FakeGithubState,
  author: Account,
  text: { readonly title: string; readonly body: string | null },
  pull?: Pull,
): Thread {
  const at = moment(forge);
  const thread: Thread = {
    number: forge.threads.size + 1,
    author,
    ...text,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    state: 'open',
    stateReason: null,
    labels: new Set(),
    comments: [],
    ...(pull && { pull }),
  };
  forge.threads.set(thread.number, thread);
  if (isPull(thread)) forge.onPull('opened', thread);
  return thread;
}

/** Opens or closes; nothing happens to what is in that state already, or merged. */
export function setState(
  forge: FakeGithubState,
  thread: Thread,
  state: 'open' | 'closed',
  reason: string | null = null,
): void {
  if (thread.state === state || thread.pull?.mergedAt) return;
  thread.state = state;
  thread.stateReason = state === 'closed' ? (reason ?? 'completed') : 'reopened';
  thread.updatedAt = moment(forge);
  thread.closedAt = state === 'closed' ? thread.updatedAt : null;
  if (isPull(thread)) forge.onPull(state === 'closed' ? 'closed' : 'reopened', thread);
}
