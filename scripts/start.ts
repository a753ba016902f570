/**
 * `npm start`: builds the registry and serves it.
 *   --skip-invalid  leave broken records out, and say which, instead of stopping at them
 */
import path from 'node:path';
import { createApp } from '#edge/app.ts';
import { type Configuration, configurationFrom } from '#edge/configuration.ts';
import { fileAssets } from '#node/file-assets.ts';
import { freePort, serveApp } from '#node/server.ts';
import { buildRegistry } from '#scripts/build/registry.ts';
import { createGuardedFetcher } from '#verify/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';

try {
  await start(await configured(), process.argv.includes('--skip-invalid'));
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}

/** The configuration, with a port that is known before anything is built for it. */
async function configured(): Promise<Configuration> {
  const configuration = configurationFrom(process.env);
  if (configuration.port !== 0) return configuration;
  return configurationFrom({ ...process.env, PORT: String(await freePort(configuration.host)) });
}

async function start(configuration: Configuration, skipInvalid: boolean): Promise<void> {
  const { addresses, host, port, local, limits, clientHeader } = configuration;
  const folder = path.resolve(configuration.dataDir, 'site');
  const catalogue = await buildRegistry(configuration, folder, { skipInvalid });
  const fetcher = createGuardedFetcher({ siteUrl: addresses.site, local });
  const app = createApp({
    addresses,
    assets: await fileAssets(folder),
    catalogue: () => catalogue,
    live: {
      verify: async ({ url }) => (await verifyOrigin(url, { fetcher, now: Date.now, onFault: console.error })).report,
      now: Date.now,
      local,
      limits,
    },
    onError: console.error,
  });
  const server = await serveApp(app, host, port, clientHeader);
  console.log(`The registry is ready at ${server.address}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void Promise.all([server.close(), fetcher.close()]));
  }
}
