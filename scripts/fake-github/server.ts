import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { serveApp } from '#server/http/server.ts';
import { type DescribedRequest, findReplyErrors, findRequestErrors, type Operation } from './description.ts';
import { serveGit } from './git/git-http.ts';
import { Injections } from './injections.ts';
import { type Call, createError, type Reply, type Route } from './reply.ts';
import { actionsRoutes } from './routes/actions.ts';
import { checkRoutes } from './routes/checks.ts';
import { environmentRoutes } from './routes/environments.ts';
import { gitRoutes } from './routes/git.ts';
import { findAppTokenError, installationRoutes } from './routes/installation.ts';
import { issueRoutes } from './routes/issues.ts';
import { pullRoutes } from './routes/pulls.ts';
import { repositoryRoutes } from './routes/repository.ts';
import { createRateLimits, HOURLY_LIMITS, type HourlyLimits, type RateLimits } from './rules/rate-limits.ts';
import { createSecondaryLimits } from './rules/secondary-limits.ts';
import { type Actor, type FakeGithubState, findThreadOfComment, isPull } from './state.ts';

/** A running server and its records for tests. */
export interface FakeGithubServer {
  readonly address: string;
  /** The deviations of requests and replies from GitHub's published OpenAPI description. */
  readonly deviations: readonly string[];
  /** The requested operations in order, with the status code of failures. */
  readonly log: readonly string[];
  /** The number of requests that count against the hourly rate limit. Responses with 304 do not. */
  readonly counted: () => number;
  /** The counted requests by kind of token. */
  readonly used: RateLimits['used'];
  readonly injections: Injections;
  close(): Promise<void>;
}

const ROUTES = {
  ...installationRoutes,
  ...gitRoutes,
  ...pullRoutes,
  ...issueRoutes,
  ...checkRoutes,
  ...repositoryRoutes,
  ...environmentRoutes,
  ...actionsRoutes,
};

/** Anyone can read a public repository. */
const ANONYMOUS: Actor = {
  account: { id: 0, login: '', type: 'User' },
  permissions: { contents: 'read', pull_requests: 'read', issues: 'read', checks: 'read' },
  app: '',
};

/** Serves the GitHub API and records deviations of both sides from GitHub's published OpenAPI description. */
export async function serveFakeGithub(
  github: FakeGithubState,
  host: string,
  port: number,
  limits: Partial<HourlyLimits> = {},
): Promise<FakeGithubServer> {
  const deviations: string[] = [];
  const log: string[] = [];
  const injections = new Injections();
  let counted = 0;
  const rateLimits = createRateLimits(github.now, { ...HOURLY_LIMITS, ...limits });
  const secondaryLimits = createSecondaryLimits(github.now);

  const app = new Hono();
  for (const [operation, route] of Object.entries(ROUTES) as [Operation, Route][]) {
    const [method = '', path = ''] = operation.split(' ');
    app.on(method, toHonoPath(path), context => handle(context, operation, route));
  }
  await serveGit(app, github);
  app.notFound(context => {
    deviations.push(`${context.req.method} ${context.req.path} is not in operations.ts`);
    return context.json({ message: 'Not Found' }, 404);
  });
  app.onError((error, context) => {
    deviations.push(`${context.req.method} ${context.req.path}: ${error.stack}`);
    return context.json({ message: 'Server Error' }, 500);
  });

  async function handle(context: Context, operation: Operation, route: Route): Promise<Response> {
    github.background.runDue();
    const described = await parseRequest(context);
    const injected = injections.take(operation);
    if (injected === 'hang') return new Promise(() => undefined);
    const reply = typeof injected === 'object' ? injected : await replyTo(context, operation, route, described);
    log.push(reply.status < 400 ? operation : `${operation} ${reply.status}`);
    deviations.push(
      ...findReplyErrors(operation, reply.status, reply.body).map(each => `reply to ${operation}: ${each}`),
    );
    if (injected === 'lost') return context.json({ message: 'Bad Gateway' }, 502);
    const response = createResponse(context, reply);
    const actor = findActor(context, github);
    if (response.status !== 304) {
      counted += 1;
      if (actor) rateLimits.count(actor);
    }
    const headers = { ...(actor && rateLimits.headers(actor)), ...reply.headers };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }

  async function replyTo(
    context: Context,
    operation: Operation,
    route: Route,
    described: DescribedRequest,
  ): Promise<Reply> {
    if (!context.req.header('user-agent')) return createError(403, 'Request forbidden by administrative rules.');
    const actor = authorize(context, github, route, described);
    if ('status' in actor) return actor;
    const limited = rateLimits.check(actor) ?? secondaryLimits.take(actor, operation);
    if (limited) return limited;
    const errors = findRequestErrors(operation, described);
    deviations.push(...errors.map(each => `request for ${operation}: ${each}`));
    if (errors.length > 0) return createError(422, 'Invalid request.');
    const { owner = github.owner, repo = github.name } = described.params;
    if (owner !== github.owner || repo !== github.name) return createError(404, 'Not Found');
    return route.handle({ github, actor, ...described, body: described.body as Call['body'] });
  }

  const server = await serveApp({ fetch: request => app.fetch(request) }, host, port);
  github.address = server.address;
  return {
    address: server.address,
    deviations,
    log,
    counted: () => counted,
    used: rateLimits.used,
    injections,
    close: () => server.close(),
  };
}

/** Converts a path template. `{path}`, `{ref}`, and `{branch}` may contain slashes. */
function toHonoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name) =>
    ['path', 'ref', 'branch'].includes(name) ? `:${name}{.+}` : `:${name}`,
  );
}

async function parseRequest(context: Context): Promise<DescribedRequest> {
  const text = await context.req.text();
  return { params: context.req.param(), query: context.req.query(), body: text === '' ? undefined : JSON.parse(text) };
}

/** Returns the actor that a request counts for. Requests with the key of the App itself do not count for a token. */
function findActor(context: Context, github: FakeGithubState): Actor | undefined {
  const token = getToken(context);
  return token === '' ? ANONYMOUS : github.tokens.get(token);
}

function getToken(context: Context): string {
  return context.req.header('authorization')?.replace(/^(token|bearer) /i, '') ?? '';
}

/** Returns the actor of a request, or the error response if the request is not allowed. */
function authorize(
  context: Context,
  github: FakeGithubState,
  { needs }: Route,
  described: DescribedRequest,
): Actor | Reply {
  if (needs === 'none') return ANONYMOUS;
  const token = getToken(context);
  if (!needs) {
    const app: Actor = {
      account: { id: github.app.id, login: github.app.slug, type: 'Bot' },
      permissions: {},
      app: '',
    };
    return findAppTokenError(github, token) ?? app;
  }
  const actor = token === '' && context.req.method === 'GET' ? ANONYMOUS : github.tokens.get(token);
  if (!actor) return createError(401, 'Bad credentials');
  const [permission, access] = needs;
  // The permission for pull requests includes their comments and labels.
  const { issue_number, comment_id } = described.params;
  const thread = comment_id
    ? findThreadOfComment(github, Number(comment_id))
    : github.threads.get(Number(issue_number));
  const alternatives = isPull(thread) ? ['pull_requests'] : [];
  const granted = [permission, ...alternatives].map(name => actor.permissions[name]);
  return granted.some(each => each === 'write' || each === access)
    ? actor
    : {
        ...createError(403, 'Resource not accessible by integration'),
        headers: { 'X-Accepted-GitHub-Permissions': `${permission}=${access}` },
      };
}

/** Creates a response. A GET response has an ETag and supports If-None-Match, as on GitHub. */
function createResponse(context: Context, { status, body }: Reply): Response {
  if (body === undefined) return new Response(null, { status });
  const response = Response.json(body, { status });
  if (status !== 200 || context.req.method !== 'GET') return response;
  const tag = `W/"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`;
  const headers = { ETag: tag };
  if (context.req.header('if-none-match') === tag) return new Response(null, { status: 304, headers });
  response.headers.set('ETag', tag);
  return response;
}
