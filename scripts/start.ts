/**
 * `npm start`: builds the site, loads the registry and serves both.
 *   --skip-invalid  leave broken records out, and say which, instead of stopping at them
 */
import path from 'node:path';
import { createApp } from '#edge/app.ts';
import { type Configuration, configurationFrom } from '#edge/configuration.ts';
import { fileAssets } from '#node/file-assets.ts';
import { type BrokenFile, loadCatalogue } from '#node/file-catalogue.ts';
import { freePort, serveApp } from '#node/server.ts';
import { buildSite } from '#scripts/build/site.ts';
import { writeStaticFiles } from '#scripts/build/static-files.ts';

const skipInvalid = process.argv.includes('--skip-invalid');

try {
  await start(await configured());
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}

/** The configuration, with a port that is known before anything is built for it. */
async function configured(): Promise<Configuration> {
  const host = configurationFrom(process.env).host;
  const port = process.env.PORT === '0' ? String(await freePort(host)) : process.env.PORT;
  return configurationFrom({ ...process.env, PORT: port });
}

async function start(configuration: Configuration): Promise<void> {
  const { addresses, host, port } = configuration;
  const directories = { registry: configuration.registryDir, observations: configuration.observationsDir };

  const broken: BrokenFile[] = [];
  const catalogue = await loadCatalogue(directories, addresses, file => broken.push(file));
  for (const file of broken) tell(file);
  if (broken.length > 0 && !skipInvalid) {
    throw new RangeError(
      `${broken.length} of the registry's files are broken; mend them, or leave them out with --skip-invalid.`,
    );
  }

  const folder = path.resolve(configuration.dataDir, 'site');
  await buildSite({ ...configuration, folder, skipInvalid });
  await writeStaticFiles(folder, catalogue, catalogue.entries, addresses);
  const app = createApp({
    addresses,
    assets: await fileAssets(folder),
    catalogue: () => catalogue,
    onError: console.error,
  });
  const server = await serveApp(app, host, port);
  console.log(`The registry is ready at ${server.address}`);

  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}

function tell({ file, findings }: BrokenFile): void {
  for (const { pointer, rule, message, hint } of findings) {
    console.error(`${path.relative('.', file)}: ${pointer || '(document)'}: ${rule}: ${message} ${hint}`);
  }
}
