import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { type AstroIntegration, dev, type HookParameters } from 'astro';
import { LiveCatalog } from '#build/catalog/live-catalog.ts';
import { type App, createApp } from '#edge/app.ts';
import type { Assets } from '#edge/catalog/assets.ts';
import { type Config, loadConfig } from '#edge/config.ts';
import { findMissingFolders } from '#store/data-folders.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { freePort } from './http/ports.ts';

/** A development server that is running. */
export interface DevServer {
  /** The URL of the site and the API, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;
type ViteServer = HookParameters<'astro:server:setup'>['server'];

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
  for (const missing of findMissingFolders(config)) console.error(`Warning: ${missing}`);
  const blocklist = await readBlocklist(registryDir);
  const fetcher = createGuardedFetcher({ siteUrl: addresses.site, siteName: addresses.siteName, blocklist });
  let catalog = await loadCatalog(directories, addresses);

  const app = createApp({
    addresses,
    assets: siteAssets(`http://${host.includes(':') ? `[${host}]` : host}:${port}`),
    catalog: () => catalog.current(),
    live: {
      verify: async ({ url }, _isLocal, progress) =>
        (await verifyOrigin(url, { ...progress, fetcher, now: Date.now, onError: console.error })).report,
      fetch: request => fetcher.fetch(request),
      blocklist,
      now: Date.now,
      limits: config.limits,
    },
    onError: console.error,
  });
  let vite: ViteServer | undefined;
  const integration: AstroIntegration = {
    name: 'registry-api',
    hooks: {
      'astro:server:setup': ({ server }) => {
        vite = server;
      },
    },
  };
  const server = await dev({
    root: path.resolve(import.meta.dirname, '../..'),
    server: { host, port },
    integrations: [integration],
    vite: { server: { strictPort: true } },
  }).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes('already in use')) throw error;
    throw new RangeError(`Port ${port} is already in use. Set PORT to another port.`, { cause: error });
  });
  if (!vite) throw new Error('Astro started without its development server.');
  // After the start, because Astro puts its own handlers first, and this one has to come before them.
  routeRequests(vite, app);
  reloadOnChange(vite, directories, async () => {
    const previous = catalog;
    catalog = await loadCatalog(directories, addresses);
    previous.close();
  });
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

/** The files of the site from Astro's server. */
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
  const listener = getRequestListener(request => app.fetch(request), { overrideGlobalObjects: false });
  const handle = (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (isForAstro(request)) next();
    else void listener(request, response);
  };
  middlewares.stack.unshift({ route: '', handle });
}

/** Vite's own paths, and the sources that it transforms. */
const VITE_PATH = /^\/(?:@|src\/|node_modules\/|\.cache\/|registry\/|_image|_astro\/)/;

function isForAstro({ method, url = '/', headers }: IncomingMessage): boolean {
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
