/**
 * `npm start`: builds the registry, serves it, and accepts submissions.
 *   --skip-invalid  leave out invalid records, with a message for each, instead of failing
 */
import '#build/workers/compile-cache.ts';
import { parseArgs } from 'node:util';
import { runScript } from '#cli/terminal/run-script.ts';
import { type Config, loadConfig } from '#edge/config.ts';
import { runRegistry } from '#server/run-registry.ts';
import { freePort } from '#server/server.ts';

await runScript(async () => {
  const { values } = parseArgs({ options: { 'skip-invalid': { type: 'boolean', default: false } } });
  const registry = await runRegistry(await loadConfigWithPort(), values['skip-invalid']);
  console.log(`The registry is ready at ${registry.address}`);
  if (registry.metrics) console.log(`Metrics are at ${registry.metrics}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void registry.close());
});

/** Loads the configuration and chooses a free port for PORT=0, because the build needs the final URL. */
async function loadConfigWithPort(): Promise<Config> {
  const config = loadConfig(process.env);
  if (config.port !== 0) return config;
  return loadConfig({ ...process.env, PORT: String(await freePort(config.host)) });
}
