/**
 * `npm start`: builds the registry and serves it, and takes submissions in.
 *   --skip-invalid  leave broken records out, and say which, instead of stopping at them
 */
import '#build/workers/compile-cache.ts';
import { type Config, loadConfig } from '#edge/config.ts';
import { runRegistry } from '#server/run-registry.ts';
import { freePort } from '#server/server.ts';

try {
  const registry = await runRegistry(await configured(), process.argv.includes('--skip-invalid'));
  console.log(`The registry is ready at ${registry.address}`);
  if (registry.metrics) console.log(`Its metrics are at ${registry.metrics}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void registry.close());
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}

/** The configuration, with a port that is known before anything is built for it. */
async function configured(): Promise<Config> {
  const configuration = loadConfig(process.env);
  if (configuration.port !== 0) return configuration;
  return loadConfig({ ...process.env, PORT: String(await freePort(configuration.host)) });
}
