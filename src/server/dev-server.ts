import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { dev } from 'astro';
import { type App, createApp } from '#edge/app.ts';
import type { Assets } from '#edge/catalog/assets.ts';
import { type Config, loadConfig } from '#edge/config.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { LiveCatalog } from './live-catalog.ts';
import { freePort } from './server.ts';

/** A development server that is running. */
export interface DevServer {
  /** The URL of the site and the API, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;
type DevConfig = NonNullable<Parameters<typeof dev>[0]>;
type VitePlugin = Extract<NonNullable<NonNullable<DevConfig['vite']>['plugins']>[number], { name: string }>;
type ViteServer = Parameters<Extract<VitePlugin['configureServer'], (...args: never[]) => unknown>>[0];

/** Marks the requests that the application sends for files of the site. */
const ASSET_HEADER = 'x-site-asset';

/**
 * Starts Astro's development server with the API on the same port. Astro renders the HTML pages, and the application
 * handles all other requests. Reads the records of REGISTRY_DIR, and writes nothing to them: there are no submissions.
 *
 * @throws RangeError with a message for the operator
 */
export async function startDevServer(environment: Environment): Promise<DevServer> {
  const configured = loadConfig(environment);
  const port = configured.port || (await freePort(configured.host));
  const config = loadConfig({ ...environment, PORT: String(port) });
  exportSettings(config);
  const { registryDir, observationsDir, addresses, host } = config;
  const directories = { registry: path.resolve(registryDir), observations: observationsDir };
  const fetcher = createGuardedFetcher({ siteUrl: addresses.site, siteName: addresses.siteName, local: config.local });
  let catalog = await loadCatalog(directories, addresses);

  const app = createApp({
    addresses,
    assets: siteAssets(`http://${host.includes(':') ? `[${host}]` : host}:${port}`),
    catalog: () => catalog.current(),
    live: {
      verify: async ({ url }) => (await verifyOrigin(url, { fetcher, now: Date.now, onFault: console.error })).report,
      fetch: request => fetcher.fetch(request),
      now: Date.now,
      local: config.local,
      limits: config.limits,
    },
    onError: console.error,
  });
  const plugin: VitePlugin = {
    name: 'registry-api',
    enforce: 'pre',
    configureServer(server) {
      routeRequests(server, app);
      reloadOnChange(server, directories, async () => {
        const previous = catalog;
        catalog = await loadCatalog(directories, addresses);
        previous.close();
      });
    },
  };
  const root = path.resolve(import.meta.dirname, '../..');
  const server = await dev({ root, server: { host, port }, vite: { plugins: [plugin], server: { strictPort: true } } });
  return {
    url: addresses.site,
    async close() {
      await server.stop();
      catalog.close();
      await fetcher.close();
    },
  };
}

/** Sets the variables that `src/site/settings.ts` reads in this process. */
function exportSettings({ addresses, registryDir, observationsDir }: Config): void {
  Object.assign(process.env, {
    ASTRO_TELEMETRY_DISABLED: '1',
    REGISTRY_DIR: registryDir,
    OBSERVATIONS_DIR: observationsDir ?? '',
    REGISTRY_URL: addresses.registry,
    SITE_URL: addresses.site,
    VALIDATOR_URL: addresses.validator,
    MCP_URL: addresses.mcp,
    SITE_NAME: addresses.siteName,
    SKIP_INVALID: 'true',
  });
}

/** Loads all records. Reports broken ones and leaves them out. */
async function loadCatalog(directories: DataDirectories, addresses: Config['addresses']): Promise<LiveCatalog> {
  const catalog = new LiveCatalog(directories, addresses);
  for (const { file, findings } of await catalog.load()) console.error(`Skipped ${file}: ${findings[0]?.message}`);
  return catalog;
}

/** The files of the site, from Astro's server. */
function siteAssets(url: string): Assets {
  return {
    async fetch(file) {
      const response = await fetch(new URL(file, url), { headers: { [ASSET_HEADER]: '1', Accept: '*/*' } });
      return response.ok ? new Response(response.body, { headers: typeOf(response) }) : undefined;
    },
  };
}

function typeOf({ headers }: Response): Record<string, string> {
  return { 'Content-Type': headers.get('Content-Type') ?? 'application/octet-stream' };
}

/** Passes requests for pages, and those of Vite, on to Astro. The application handles the others. */
function routeRequests({ middlewares }: ViteServer, app: App): void {
  const listener = getRequestListener(request => app.fetch(request));
  middlewares.use((request, response, next) => {
    if (isForAstro(request)) next();
    else void listener(request, response);
  });
}

interface IncomingRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Vite's own paths, and the sources that it transforms. */
const VITE_PATH = /^\/(?:@|src\/|node_modules\/|\.cache\/|registry\/|_image|_astro\/)/;

function isForAstro({ method, url = '/', headers }: IncomingRequest): boolean {
  if (headers[ASSET_HEADER] !== undefined) return true;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const [pathname = '/'] = url.split('?');
  if (VITE_PATH.test(pathname)) return true;
  const accept = String(headers.accept ?? '*/*');
  return pathname.endsWith('/') && (accept.includes('text/html') || (pathname !== '/' && accept.includes('*/*')));
}

/** Calls `reload` when a record or an observation changes, then reloads the open pages. */
function reloadOnChange(server: ViteServer, directories: DataDirectories, reload: () => Promise<void>): void {
  const folders = [directories.registry, directories.observations].filter(folder => folder !== undefined);
  server.watcher.add(folders);
  let timer: NodeJS.Timeout | undefined;
  server.watcher.on('all', (_, file) => {
    if (!folders.some(folder => path.resolve(file).startsWith(path.resolve(folder) + path.sep))) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      reload().then(() => {
        for (const { moduleGraph } of Object.values(server.environments)) moduleGraph.invalidateAll();
        server.ws.send({ type: 'full-reload' });
      }, console.error);
    }, 100);
  });
}
