import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { serveApp } from '#server/http/server.ts';

/** A Worker of an account. */
export interface FakeWorker {
  readonly secrets: Map<string, string>;
  /** The ids of the versions, oldest first. */
  readonly versions: string[];
  /** The id of the deployed version. */
  deployed: string;
  /** The ids of the versions with a preview URL, by alias. */
  readonly previews: Map<string, string>;
}

/** A mock of the parts of Cloudflare's API that wrangler uses in setup, deployments, and previews. */
export interface FakeCloudflare {
  /** The value of CLOUDFLARE_API_BASE_URL, which wrangler reads. */
  readonly apiUrl: string;
  /** The Workers of each account, by name. */
  readonly accounts: ReadonlyMap<string, Map<string, FakeWorker>>;
  /** The requests with a change, such as `PUT /accounts/…/secrets`, with the status code of failures. */
  readonly changes: readonly string[];
  /** The requests that the mock does not know. Tests expect none. */
  readonly unknown: readonly string[];
  /** The bookmarks to which databases were restored, in order. */
  readonly restored: readonly string[];
  close(): Promise<void>;
}

interface Route {
  readonly context: Context;
  readonly workers: Map<string, FakeWorker>;
  readonly worker: FakeWorker | undefined;
  readonly name: string;
}

const NOT_FOUND = { code: 10007, message: 'This Worker does not exist on your account.' };
const FORBIDDEN = { code: 10000, message: 'Authentication error' };

/**
 * Starts the mock. Each token reaches the accounts that it was created for, with the permission to edit Workers: a
 * token cannot be limited to one Worker.
 *
 * @param tokens the ids of the accounts of each token
 */
export async function startFakeCloudflare(
  tokens: Readonly<Record<string, readonly string[]>>,
): Promise<FakeCloudflare> {
  const accounts = new Map(Object.values(tokens).flatMap(ids => ids.map(id => [id, new Map<string, FakeWorker>()])));
  const changes: string[] = [];
  const unknown: string[] = [];
  const restored: string[] = [];
  const app = new Hono();

  app.use(async (context, next) => {
    const owned = tokens[getToken(context)];
    const account = /\/accounts\/([^/?]+)/.exec(context.req.path)?.[1];
    if (owned === undefined) return fail(context, 401, { code: 1000, message: 'Invalid API Token' });
    if (account !== undefined && !owned.includes(account)) {
      changes.push(`${context.req.method} ${context.req.path} 403`);
      return fail(context, 403, FORBIDDEN);
    }
    if (context.req.method !== 'GET') changes.push(`${context.req.method} ${context.req.path}`);
    return next();
  });

  app.get('/user/tokens/verify', context => reply(context, { id: 'token', status: 'active' }));
  // A token of the template for Workers cannot read its user.
  app.get('/user', context => fail(context, 403, { code: 9109, message: 'Unauthorized to access requested resource' }));
  app.get('/accounts', context =>
    reply(
      context,
      (tokens[getToken(context)] ?? []).map(id => ({ id, name: `Account ${id.slice(0, 4)}` })),
    ),
  );
  app.get('/memberships', context => fail(context, 403, FORBIDDEN));

  const addRoute = (method: string, path: string, handle: (route: Route) => Response | Promise<Response>) =>
    app.on(method, `/accounts/:account/workers/${path}`, context => {
      const name = context.req.param('name') ?? '';
      const workers = accounts.get(context.req.param('account') ?? '') ?? new Map<string, FakeWorker>();
      return handle({ context, workers, name, worker: workers.get(name) });
    });
  /** Adds a route for a Worker that exists. */
  const addWorkerRoute = (method: string, path: string, result: (worker: FakeWorker, route: Route) => unknown) =>
    addRoute(method, path, async route =>
      route.worker ? reply(route.context, await result(route.worker, route)) : fail(route.context, 404, NOT_FOUND),
    );

  addWorkerRoute('GET', 'services/:name', (_, { name }) => ({
    id: name,
    default_environment: { environment: 'production', script: { tag: 'tag', last_deployed_from: 'wrangler' } },
  }));
  addWorkerRoute('GET', 'workers/:name', (_, { name }) => ({
    id: name,
    name,
    subdomain: {
      enabled: true,
      previews_enabled: true,
      url: `https://${name}.acme.workers.dev`,
      preview_url_suffix: `-${name}.acme.workers.dev`,
    },
  }));
  addRoute('PUT', 'scripts/:name', ({ context, workers, name, worker }) => {
    const version = randomUUID();
    workers.set(name, {
      secrets: worker?.secrets ?? new Map(),
      previews: worker?.previews ?? new Map(),
      versions: [...(worker?.versions ?? []), version],
      deployed: version,
    });
    return reply(context, { id: name, etag: 'etag', tag: 'tag', deployment_id: version, startup_time_ms: 5 });
  });
  addWorkerRoute('GET', 'scripts/:name/secrets', ({ secrets }) =>
    [...secrets.keys()].map(secret => ({ name: secret, type: 'secret_text' })),
  );
  addWorkerRoute('PUT', 'scripts/:name/secrets', async ({ secrets }, { context }) => {
    const { name, text } = (await context.req.json()) as { readonly name: string; readonly text: string };
    secrets.set(name, text);
    return { name, type: 'secret_text' };
  });
  addWorkerRoute('GET', 'scripts/:name/settings', () => ({ bindings: [], tags: [] }));
  addWorkerRoute('PATCH', 'scripts/:name/script-settings', () => ({}));
  addWorkerRoute('GET', 'scripts/:name/deployments', ({ deployed }) => ({ deployments: [toDeployment(deployed)] }));
  addWorkerRoute('POST', 'scripts/:name/deployments', async (worker, { context }) => {
    const { versions } = (await context.req.json()) as { readonly versions: readonly { version_id: string }[] };
    worker.deployed = versions[0]?.version_id ?? worker.deployed;
    return toDeployment(worker.deployed);
  });
  addWorkerRoute('POST', 'scripts/:name/versions', async ({ versions, previews }, { context }) => {
    const id = randomUUID();
    versions.push(id);
    const alias = /"workers\/alias":"([^"]+)"/.exec(Buffer.from(await context.req.arrayBuffer()).toString('latin1'));
    if (alias?.[1] !== undefined) previews.set(alias[1], id);
    return { id, startup_time_ms: 5, metadata: { has_preview: true }, resources: { script: { etag: 'etag' } } };
  });
  addWorkerRoute('GET', 'scripts/:name/versions/:version', (_, { context }) => ({
    id: context.req.param('version'),
    resources: { bindings: [], script: {}, script_runtime: {} },
    metadata: { created_on: '2026-11-23T09:00:00Z', source: 'wrangler' },
  }));
  addRoute('POST', 'scripts/:name/assets-upload-session', ({ context }) => reply(context, { jwt: 'jwt', buckets: [] }));
  addRoute('POST', 'scripts/:name/subdomain', ({ context }) =>
    reply(context, { enabled: false, previews_enabled: true }),
  );
  addRoute('GET', 'scripts/:name/subdomain', ({ context }) =>
    reply(context, { enabled: false, previews_enabled: true }),
  );
  addRoute('GET', 'subdomain', ({ context }) => reply(context, { subdomain: 'acme' }));
  addRoute('POST', 'scripts/:name/domains/changeset', ({ context }) =>
    reply(context, { added: [], removed: [], updated: [], conflicting: [] }),
  );
  addRoute('PUT', 'scripts/:name/domains/records', ({ context }) => reply(context, []));

  app.get('/accounts/:account/d1/database/:id', context =>
    reply(context, { uuid: context.req.param('id'), name: 'registry', version: 'production' }),
  );
  app.get('/accounts/:account/d1/database/:id/time_travel/bookmark', context =>
    reply(context, { bookmark: `bookmark-${restored.length + 1}` }),
  );
  app.post('/accounts/:account/d1/database/:id/time_travel/restore', context => {
    restored.push(context.req.query('bookmark') ?? '');
    return reply(context, { bookmark: restored.at(-1), previous_bookmark: 'previous', message: 'Restored.' });
  });

  app.notFound(context => {
    unknown.push(`${context.req.method} ${context.req.path}`);
    return fail(context, 404, { code: 7003, message: `No route for ${context.req.path}` });
  });
  const server = await serveApp({ fetch: request => app.fetch(request) }, '127.0.0.1', 0);
  return { apiUrl: server.address, accounts, changes, unknown, restored, close: () => server.close() };
}

function getToken(context: Context): string {
  return context.req.header('authorization')?.replace(/^Bearer /, '') ?? '';
}

function toDeployment(version: string) {
  return {
    id: version,
    source: 'wrangler',
    strategy: 'percentage',
    author_email: 'operator@example.org',
    created_on: '2026-11-23T09:00:00Z',
    versions: [{ version_id: version, percentage: 100 }],
  };
}

function reply(context: Context, result: unknown): Response {
  return context.json({ success: true, errors: [], messages: [], result });
}

function fail(context: Context, status: 401 | 403 | 404, error: { readonly code: number; readonly message: string }) {
  return context.json({ success: false, errors: [error], messages: [], result: null }, status);
}
