import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { serveApp } from '#server/http/server.ts';
import { type DescribedRequest, findReplyErrors, findRequestErrors, type Operation } from './description.ts';
import { Injections } from './injections.ts';
import { type Call, errorReply, type Reply, type Route } from './reply.ts';
import { checkRoutes } from './routes/checks.ts';
import { gitRoutes } from './routes/git.ts';
import { findAppTokenError, installationRoutes } from './routes/installation.ts';
import { issueRoutes } from './routes/issues.ts';
import { pullRoutes } from './routes/pulls.ts';
import { type Actor, type FakeGithubState, isPull, threadOfComment } from './state.ts';

/** A running server, and what its tests look at. */
export interface FakeGithubServer {
  readonly address: string;
  /** Where a request or a reply departed from GitHub's published description. */
  readonly departures: readonly string[];
  /** The operations asked for, in order; with the status where that was no success. */
  readonly log: readonly string[];
  /** Requests that counted against the limit of an hour; those answered 304 do not. */
  readonly counted: () => number;
  readonly injections: Injections;
  close(): Promise<void>;
}

const ROUTES = { ...installationRoutes, ...gitRoutes, ...pullRoutes, ...issueRoutes, ...checkRoutes };

/** A public repository can be read by anybody. */
const ANYBODY: Actor = {
  account: { id: 0, login: '', type: 'User' },
  permissions: { contents: 'read', pull_requests: 'read', issues: 'read', checks: 'read' },
  app: '',
};

/** An hour's requests, as for a small installation. */
const HOURLY = 5000;

/** Serves a forge as GitHub's API does, and holds both sides to GitHub's published description. */
export async function serveFakeGithub(forge: FakeGithubState, host: string, port: number): Promise<FakeGithubServer> {
  const departures: string[] = [];
  const log: string[] = [];
  const injections = new Injections();
  let counted = 0;

  const app = new Hono();
  for (const [operation, route] of Object.entries(ROUTES) as [Operation, Route][]) {
    const [method = '', path = ''] = operation.split(' ');
    app.on(method, honoPath(path), context => handle(context, operation, route));
  }
  app.notFound(context => {
    departures.push(`${context.req.method} ${context.req.path} is not among operations.ts`);
    return context.json({ message: 'Not Found' }, 404);
  });
  app.onError((error, context) => {
    departures.push(`${context.req.method} ${context.req.path}: ${error.stack}`);
    return context.json({ message: 'Server Error' }, 500);
  });

  async function handle(context: Context, operation: Operation, route: Route): Promise<Response> {
    const asked = await askedOf(context);
    const injected = injections.take(operation);
    if (injected === 'hang') return new Promise(() => undefined);
    const reply = typeof injected === 'object' ? injected : await replyTo(context, operation, route, asked);
    log.push(reply.status < 400 ? operation : `${operation} ${reply.status}`);
    departures.push(
      ...findReplyErrors(operation, reply.status, reply.body).map(each => `reply to ${operation}: ${each}`),
    );
    if (injected === 'lost') return context.json({ message: 'Bad Gateway' }, 502);
    const response = withTag(context, reply);
    if (response.status !== 304) counted += 1;
    response.headers.set('X-RateLimit-Limit', String(HOURLY));
    response.headers.set('X-RateLimit-Remaining', String(Math.max(HOURLY - counted, 0)));
    response.headers.set('X-RateLimit-Reset', String(Math.ceil(forge.now() / 1000) + 3600));
    for (const [name, value] of Object.entries(reply.headers ?? {})) response.headers.set(name, value);
    return response;
  }

  async function replyTo(
    context: Context,
    operation: Operation,
    route: Route,
    asked: DescribedRequest,
  ): Promise<Reply> {
    if (!context.req.header('user-agent')) return errorReply(403, 'Request forbidden by administrative rules.');
    const actor = actorOf(context, forge, route, asked);
    if ('status' in actor) return actor;
    const faults = findRequestErrors(operation, asked);
    departures.push(...faults.map(each => `request for ${operation}: ${each}`));
    if (faults.length > 0) return errorReply(422, 'Invalid request.');
    const { owner = forge.owner, repo = forge.name } = asked.params;
    if (owner !== forge.owner || repo !== forge.name) return errorReply(404, 'Not Found');
    return route.handle({ forge, actor, ...asked, body: asked.body as Call['body'] });
  }

  const server = await serveApp({ fetch: request => app.fetch(request) }, host, port);
  forge.address = server.address;
  return { address: server.address, departures, log, counted: () => counted, injections, close: () => server.close() };
}

/** `{path}`, `{ref}` and `{branch}` may hold slashes. */
function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name) =>
    ['path', 'ref', 'branch'].includes(name) ? `:${name}{.+}` : `:${name}`,
  );
}

async function askedOf(context: Context): Promise<DescribedRequest> {
  const text = await context.req.text();
  return { params: context.req.param(), query: context.req.query(), body: text === '' ? undefined : JSON.parse(text) };
}

/** Who asks, or why that is not allowed. */
function actorOf(context: Context, forge: FakeGithubState, { needs }: Route, asked: DescribedRequest): Actor | Reply {
  const token = context.req.header('authorization')?.replace(/^(token|bearer) /i, '') ?? '';
  if (!needs) {
    const app: Actor = { account: { id: forge.app.id, login: forge.app.slug, type: 'Bot' }, permissions: {}, app: '' };
    return findAppTokenError(forge, token) ?? app;
  }
  const actor = token === '' && context.req.method === 'GET' ? ANYBODY : forge.tokens.get(token);
  if (!actor) return errorReply(401, 'Bad credentials');
  const [permission, access] = needs;
  // Comments and labels of a pull request may be written by who may write pull requests.
  const { issue_number, comment_id } = asked.params;
  const thread = comment_id ? threadOfComment(forge, Number(comment_id)) : forge.threads.get(Number(issue_number));
  const also = isPull(thread) ? ['pull_requests'] : [];
  const granted = [permission, ...also].map(name => actor.permissions[name]);
  return granted.some(each => each === 'write' || each === access)
    ? actor
    : errorReply(403, 'Resource not accessible by integration');
}

/** Answers a GET by its tag, as GitHub does. */
function withTag(context: Context, { status, body }: Reply): Response {
  if (body === undefined) return new Response(null, { status });
  const response = Response.json(body, { status });
  if (status !== 200 || context.req.method !== 'GET') return response;
  const tag = `W/"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`;
  const headers = { ETag: tag };
  if (context.req.header('if-none-match') === tag) return new Response(null, { status: 304, headers });
  response.headers.set('ETag', tag);
  return response;
}
