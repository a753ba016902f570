import type { Operation } from './description.ts';
import type { Access, Actor, FakeGithubState } from './state.ts';

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request after it was found to be in order: parameters are there, and of their type. */
export interface Call {
  readonly forge: FakeGithubState;
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: what it may hold was checked against GitHub's description
  readonly body: any;
}

export interface Route {
  /** The permission that it takes; none where it takes the app's own token. */
  readonly needs?: readonly [permission: string, access: Access];
  readonly handle: (call: Call) => Promise<Reply> | Reply;
}

export type Routes = Partial<Readonly<Record<Operation, Route>>>;

/** A fault as GitHub words it. */
export function errorReply(
  status: number,
  message: string,
  errors?: readonly Readonly<Record<string, unknown>>[],
): Reply {
  const body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status) };
  return { status, body: errors ? { ...body, errors } : body };
}

export const notFound = () => errorReply(404, 'Not Found');
