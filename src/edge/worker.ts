/**
 * The application on Cloudflare Workers: the build's files are its assets, and everything it knows comes from them.
 */
import { type Entry, plainEngine } from '#query/plain-engine.ts';
import { createApp } from './app.ts';
import type { Assets } from './assets.ts';
import { type Catalogue, summaryOf } from './catalogue.ts';
import { type Addresses, addressesFrom } from './configuration.ts';
import { ROWS_FILE } from './static-files.ts';

/** What the platform hands in: the assets, and the settings of `wrangler.jsonc`. */
interface Environment extends Readonly<Record<string, unknown>> {
  readonly ASSETS: { fetch(request: Request): Promise<Response> };
}

type App = ReturnType<typeof createApp>;

/** An isolate serves many requests, and loads what it needs once. */
let app: App | undefined;

export default {
  fetch(request: Request, environment: Environment): Response | Promise<Response> {
    app ??= appFor(environment, new URL(request.url).origin);
    return app.fetch(request);
  },
};

function appFor(environment: Environment, origin: string): App {
  const settings = Object.fromEntries(Object.entries(environment).filter(([, value]) => typeof value === 'string'));
  const addresses = addressesFrom(settings as Record<string, string>, origin);
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
    onError: error => console.error(error),
  });
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
  const rows = await assets.fetch(ROWS_FILE);
  if (!rows) throw new Error(`The build has no ${ROWS_FILE}; run npm run build.`);
  const lines = (await rows.text()).split('\n').filter(line => line !== '');
  const entries = lines.map(line => JSON.parse(line) as Entry);
  return {
    engine: plainEngine(entries),
    summary: summaryOf(entries),
    listing: async id => {
      const file = await assets.fetch(`/listings/${encodeURIComponent(id)}.json`);
      return file && new Uint8Array(await file.arrayBuffer());
    },
  };
}
