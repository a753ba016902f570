/**
 * The entry point for Cloudflare Workers. All data comes from the files of the build, which are the Worker's assets.
 */
import type { Blocklist } from '#listing/blocklist.ts';
import type { Origin } from '#listing/origin.ts';
import { createDurableSessions, type SessionNamespace } from '#mcp/sse/durable-sessions.ts';
import type { Database } from '#query/engines/d1/database.ts';
import refused from '#registry/refused.json' with { type: 'json' };
import { parseBlocklist } from '#submission/blocklist.ts';
import { createCheckLimit } from '#submission/check-limit.ts';
import { createDohResolver } from '#verify/fetch/dns/doh-resolver.ts';
import type { GuardedFetcher } from '#verify/fetch/fetch-result.ts';
import { createWorkerFetcher } from '#verify/fetch/worker-fetch.ts';
import { type Verification, type VerifyContext, verifyOrigin } from '#verify/verify-origin.ts';
import { type App, createApp } from './app.ts';
import type { Assets } from './catalog/assets.ts';
import type { Catalog } from './catalog/catalog.ts';
import { packedAssets } from './catalog/packed-assets.ts';
import { queryDatabase } from './catalog/query-database.ts';
import { loadWorkerCatalog } from './catalog/worker-catalog.ts';
import { type Addresses, addressesFrom, limitsFrom } from './config.ts';
import { createWorkerSubmissions } from './create-github-submissions.ts';
import { createResponseBuffers } from './http/body-buffers.ts';
import { loggedApp } from './middleware/logged-app.ts';
import { formatErrorLog } from './middleware/request-log.ts';
import type { ValidationProgress } from './routes/stream-validation.ts';

export { SessionObject } from '#mcp/sse/session-object.ts';

/** The bindings: assets, and the settings and secrets of `wrangler.jsonc`. */
interface Environment extends Readonly<Record<string, unknown>> {
  readonly SESSIONS?: SessionNamespace;
  readonly ASSETS: { fetch(request: Request): Promise<Response> };
  readonly DB?: Database;
}

/** Part of the bundle, so that an invalid file fails the deployment, not each request. */
const BLOCKLIST = loadBlocklist();

/** Created once per isolate, which serves many requests. */
let app: App | undefined;

export default {
  fetch(request: Request, environment: Environment): Response | Promise<Response> {
    app ??= appFor(environment, new URL(request.url).origin);
    return app.fetch(request, { client: request.headers.get('CF-Connecting-IP') ?? undefined });
  },
};

function appFor(environment: Environment, origin: string): App {
  const settings = settingsOf(environment);
  const addresses = addressesFrom(settings, origin);
  const assets = packedAssets(platformAssets(environment, addresses));
  const dohUrl = settings.DOH_URL || DOH_URL;
  const verify = (origin: Origin, progress?: ValidationProgress) =>
    verifyFromWorker(origin, { ...progress, fetcher: workerFetcher(addresses, dohUrl) });
  const checkLimit = createCheckLimit();
  const now = Date.now;
  const database = queryDatabase(settings, environment.DB);

  const buffers = createResponseBuffers();
  let loaded: Catalog | undefined;
  let loading: Promise<Catalog> | undefined;
  async function load(): Promise<Catalog> {
    try {
      [loaded] = await Promise.all([loadWorkerCatalog(assets, database), buffers.check()]);
      return loaded;
    } finally {
      loading = undefined;
    }
  }
  const catalog = () => {
    if (loaded) return loaded;
    loading ??= load();
    return loading;
  };
  const onError = (error: unknown, requestId?: string) => console.error(formatErrorLog(error, requestId, now()));
  const submissions = createWorkerSubmissions(settings, { verify, checkLimit, catalog, now }, onError);
  const application = createApp({
    addresses,
    assets,
    buffers,
    catalog,
    ...(environment.SESSIONS && { mcp: { sessions: createDurableSessions(environment.SESSIONS) } }),
    live: {
      verify: (target, _isLocal, progress) =>
        checkLimit.run(target, async () => (await verify(target, progress)).report),
      fetch: request => workerFetcher(addresses, dohUrl).fetch(request),
      ...(submissions && { submissions }),
      blocklist: BLOCKLIST,
      now,
      limits: limitsFrom(settings),
    },
    onError,
  });
  const write = settings.REQUEST_LOG === 'off' ? undefined : console.log;
  return loggedApp(application, { addresses, write, now });
}

function loadBlocklist(): Blocklist {
  const parsed = parseBlocklist(refused);
  if (parsed.ok) return parsed.value;
  throw new RangeError(`registry/refused.json is invalid: ${parsed.error[0]?.message}`);
}

function settingsOf(environment: Environment): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** The default DNS-over-HTTPS resolver; the setting `DOH_URL` overrides it. */
const DOH_URL = 'https://cloudflare-dns.com/dns-query';

/** Creates a fetcher for one request: on Workers, a request cannot wait for a connection of another request. */
function workerFetcher({ site, siteName }: Addresses, dohUrl: string): GuardedFetcher {
  const platformFetch: typeof fetch = (...request) => fetch(...request);
  return createWorkerFetcher({
    siteUrl: site,
    siteName,
    fetch: platformFetch,
    resolve: createDohResolver(platformFetch, dohUrl),
    blocklist: BLOCKLIST,
  });
}

function verifyFromWorker(
  { url }: Origin,
  options: ValidationProgress & Pick<VerifyContext, 'fetcher'>,
): Promise<Verification> {
  return verifyOrigin(url, {
    ...options,
    now: Date.now,
    onError: error => console.error(formatErrorLog(error, undefined, Date.now())),
  });
}

function platformAssets({ ASSETS }: Environment, { site }: Addresses): Assets {
  return {
    async fetch(path) {
      const file = path.endsWith('/') ? `${path}index.html` : path;
      const response = await ASSETS.fetch(new Request(new URL(file, site)));
      return response.ok ? new Response(response.body, response) : undefined;
    },
  };
}
