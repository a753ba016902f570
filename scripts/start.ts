/**
 * `npm start`: builds the registry and serves it, and takes submissions in.
 *   --skip-invalid  leave broken records out, and say which, instead of stopping at them
 */
import '#scripts/build/compile-cache.ts';
import { type Configuration, configurationFrom } from '#edge/configuration.ts';
import { startNotices } from '#edge/start-notices.ts';
import { freePort } from '#node/server.ts';
import { runRegistry } from '#scripts/start/run-registry.ts';

try {
  const configuration = await configured();
  const registry = await runRegistry(configuration, process.argv.includes('--skip-invalid'));
  console.log(`The registry is ready at ${registry.address}`);
  if (registry.metrics) console.log(`Its metrics are at ${registry.metrics}`);
  for (const notice of startNotices(configuration)) console.log(notice);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void registry.close());
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
