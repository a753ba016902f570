import type { Git } from './git/git.ts';
import type { RepositorySettings } from './repository-settings.ts';
import { startsWorkflows } from './rules/event-suppression.ts';
import type { BackgroundJobs } from './rules/eventual-consistency.ts';

/** The account of a user or an app. The login of an app ends in `[bot]`. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Bot' | 'Organization';
}

export type Access = 'read' | 'write';

/** The permissions of a token, by GitHub's names (contents, pull_requests, issues, checks, metadata). */
export type Permissions = Readonly<Record<string, Access>>;

/** The permissions of the installed submission app. */
export const APP_PERMISSIONS: Permissions = {
  metadata: 'read',
  contents: 'write',
  pull_requests: 'write',
  issues: 'write',
  checks: 'read',
};

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
  /** The time of the last edit. */
  updatedAt?: string;
}

/** An issue or a pull request. Both share one sequence of numbers. */
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
  /** The owner of the repository that contains the branch. */
  readonly headOwner: string;
  /** The full name of the branch in the Git repository of this server. */
  readonly headRef: string;
  headSha: string;
  /** Whether its author still works on it. */
  isDraft: boolean;
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

/** The state of the mock server: one repository with its issues, pull requests, and tokens. */
export interface FakeGithubState {
  readonly git: Git;
  readonly owner: string;
  readonly name: string;
  /** The URL of the API, without a trailing slash. */
  address: string;
  readonly now: () => number;
  readonly threads: Map<number, Thread>;
  readonly checkRuns: CheckRun[];
  /** The actors by token. */
  readonly tokens: Map<string, Actor>;
  readonly app: {
    readonly id: number;
    readonly slug: string;
    readonly installation: number;
    readonly publicKey: string;
  };
  readonly settings: RepositorySettings;
  /** The key of a new app in PKCS #1, the format that GitHub provides. */
  readonly appKey: string;
  nextId: number;
  /** What GitHub does some time after a push. */
  readonly background: BackgroundJobs;
  /** Called for each event of a pull request that would start a workflow. */
  onPull: (action: PullAction, thread: PullThread) => void;
  /** Called for each workflow that is started through the API, by its file name. */
  onDispatch: (workflow: string, inputs: Readonly<Record<string, unknown>>) => void;
}

/** Returns the current time in GitHub's format. */
export function getTimestamp(github: FakeGithubState): string {
  return `${new Date(github.now()).toISOString().slice(0, 19)}Z`;
}

/** Finds the issue or pull request of a comment. */
export function findThreadOfComment(github: FakeGithubState, comment: number): Thread | undefined {
  return [...github.threads.values()].find(({ comments }) => comments.some(({ id }) => id === comment));
}

/** Returns an id that nothing else has. */
export function createId(github: FakeGithubState): number {
  github.nextId += 1;
  return github.nextId;
}

/** Whether a thread is a pull request. */
export function isPull(thread: Thread | undefined): thread is PullThread {
  return thread?.pull !== undefined;
}

/** Returns the open pull requests, oldest first. */
export function listOpenPulls(github: FakeGithubState): PullThread[] {
  return [...github.threads.values()].filter(isPull).filter(thread => thread.state === 'open');
}

/** The actor of a change. Undefined for GitHub itself. */
export type EventActor = Pick<Actor, 'app'> | undefined;

/** Opens an issue, or a pull request that is ready for review if `head` is given. */
export function openThread(
  github: FakeGithubState,
  { account, ...actor }: Pick<Actor, 'account' | 'app'>,
  text: { readonly title: string; readonly body: string | null },
  head?: Omit<Pull, 'isDraft' | 'mergedAt' | 'mergeCommit'>,
): Thread {
  const at = getTimestamp(github);
  const thread: Thread = {
    number: github.threads.size + 1,
    author: account,
    ...text,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    state: 'open',
    stateReason: null,
    labels: new Set(),
    comments: [],
    ...(head && { pull: { ...head, isDraft: false, mergedAt: null, mergeCommit: null } }),
  };
  github.threads.set(thread.number, thread);
  if (isPull(thread)) emitPull(github, 'opened', thread, actor);
  return thread;
}

/** Opens or closes a thread. Has no effect on a merged pull request. */
export function setState(
  github: FakeGithubState,
  thread: Thread,
  state: 'open' | 'closed',
  { reason = null, actor }: { readonly reason?: string | null; readonly actor?: EventActor } = {},
): void {
  if (thread.state === state || thread.pull?.mergedAt) return;
  thread.state = state;
  thread.stateReason = state === 'closed' ? (reason ?? 'completed') : 'reopened';
  thread.updatedAt = getTimestamp(github);
  thread.closedAt = state === 'closed' ? thread.updatedAt : null;
  if (isPull(thread)) emitPull(github, state === 'closed' ? 'closed' : 'reopened', thread, actor);
}

/** Reports an event of a pull request, unless its actor starts no workflows. */
export function emitPull(github: FakeGithubState, action: PullAction, thread: PullThread, actor: EventActor): void {
  if (startsWorkflows(actor, 'pull_request_target')) github.onPull(action, thread);
}
