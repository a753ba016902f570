import type { Operation } from './description.ts';
import type { Access, Actor, FakeGithubState } from './state.ts';

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request with valid parameters. */
export interface Call {
  readonly github: FakeGithubState;
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: it was checked against GitHub's description
  readonly body: any;
}

export interface Route {
  /**
   * The required permission. Undefined for routes that require the app's own token, `none` for those whose path holds a
   * secret.
   */
  readonly needs?: readonly [permission: string, access: Access] | 'none';
  readonly handle: (call: Call) => Promise<Reply> | Reply;
}

export type Routes = Partial<Readonly<Record<Operation, Route>>>;

/** Creates an error response in GitHub's format. */
export function createError(
  status: number,
  message: string,
  errors?: readonly Readonly<Record<string, unknown>>[],
): Reply {
  const body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status) };
  return { status, body: errors ? { ...body, errors } : body };
}

/** Creates the response to a request for something that does not exist, or that the actor may not see. */
export const createNotFound = () => createError(404, 'Not Found');
