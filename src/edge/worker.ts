/**
 * The application on Cloudflare Workers: the build's files are its assets, and everything it knows comes from them.
 */

import type { Origin } from '#listing/origin.ts';
import { type Entry, plainEngine } from '#query/plain-engine.ts';
import { createDohResolver } from '#verify/doh-resolver.ts';
import type { Report } from '#verify/report.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { createWorkerFetcher } from '#verify/worker-fetch.ts';
import { type App, createApp } from './app.ts';
import type { Assets } from './assets.ts';
import { type Catalogue, summaryOf } from './catalogue.ts';
import { type Addresses, addressesFrom, limitsFrom } from './configuration.ts';
import { ROWS_FILE } from './static-files.ts';

/** What the platform hands in: the assets, and the settings of `wrangler.jsonc`. */
interface Environment extends Readonly<Record<string, unknown>> {
  readonly ASSETS: { fetch(request: Request): Promise<Response> };
}

/** An isolate serves many requests, and loads what it needs once. */
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
  const assets = platformAssets(environment, addresses);
  let loaded: Promise<Catalogue> | undefined;
  return createApp({
    addresses,
    assets,
    catalogue: () => {
      loaded ??= loadCatalogue(assets);
      loaded.catch(() => (loaded = undefined));
      return loaded;
    },
    live: {
      verify: origin => verifyFromWorker(origin, addresses.site, settings.DOH_URL || DOH_URL),
      now: Date.now,
      local: false,
      limits: limitsFrom(settings, false),
    },
    onError: error => console.error(error),
  });
}

function settingsOf(environment: Environment): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Whom a Worker asks where a name leads, unless `DOH_URL` says otherwise. */
const DOH_URL = 'https://cloudflare-dns.com/dns-query';

/** One fetcher for each request: Workers forbid one request to wait for another's connections. */
async function verifyFromWorker({ url }: Origin, siteUrl: string, dohUrl: string): Promise<Report> {
  const platformFetch: typeof fetch = (...request) => fetch(...request);
  const fetcher = createWorkerFetcher({
    siteUrl,
    fetch: platformFetch,
    resolve: createDohResolver(platformFetch, dohUrl),
  });
  const { report } = await verifyOrigin(url, { fetcher, now: Date.now, onFault: error => console.error(error) });
  return report;
}

function platformAssets({ ASSETS }: Environment, { site }: Addresses): Assets {
  return {
    async fetch(path) {
      const response = await ASSETS.fetch(new Request(new URL(path, site)));
      return response.ok ? new Response(response.body, response) : undefined;
    },
  };
}

async function loadCatalogue(assets: Assets): Promise<Catalogue> {
  const file = async (path: string) => {
    const found = await assets.fetch(path);
    return found && new Uint8Array(await found.arrayBuffer());
  };
  const built = async (path: string) => {
    const found = await file(path);
    if (!found) throw new Error(`The build has no ${path}; run npm run build.`);
    return found;
  };
  const rows = new TextDecoder().decode(await built(ROWS_FILE));
  const lines = rows.split('\n').filter(line => line !== '');
  const entries = lines.map(line => JSON.parse(line) as Entry);
  return {
    engine: plainEngine(entries),
    summary: summaryOf(entries),
    listing: id => file(`/listings/${encodeURIComponent(id)}.json`),
    history: id => file(`/listings/${encodeURIComponent(id)}/history.json`),
    feeds: async () => ({ atom: await built('/feed.xml'), json: await built('/feed.json') }),
  };
}
