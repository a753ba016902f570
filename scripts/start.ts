/**
 * `npm start`: builds the registry and serves it, and takes submissions in. SIGTERM and SIGINT end it within 8 seconds.
 *   --skip-invalid  leave broken records out, and say which, instead of stopping at them
 *
 * Exit status: 0 after a signal, 2 if the operator has to change something first, 1 for any other failure.
 */
import '#build/workers/compile-cache.ts';
import { type Config, loadConfig } from '#edge/config.ts';
import { startNotices } from '#edge/start-notices.ts';
import { freePort } from '#server/http/server.ts';
import { type RunningRegistry, runRegistry } from '#server/run-registry.ts';
import { describeStartError } from '#server/start-error.ts';

/** Milliseconds after a signal at which the process exits, whatever still runs: a kill at any moment loses nothing. */
const EXIT_AFTER_MS = 7500;

/** The same before the registry is ready, when no request waits for a response. */
const EXIT_START_AFTER_MS = 2000;

const starting = new AbortController();
let registry: RunningRegistry | undefined;
let configuration: Config | undefined;

// A signal may come twice: from the terminal to all processes, and from npm to this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

try {
  configuration = await configured();
  registry = await runRegistry(configuration, process.argv.includes('--skip-invalid'), starting.signal);
  if (starting.signal.aborted) await close(registry);
  console.log(`The registry is ready at ${registry.address}`);
  if (registry.metrics) console.log(`Its metrics are at ${registry.metrics}`);
  for (const notice of startNotices(configuration)) console.log(notice);
} catch (error) {
  if (starting.signal.aborted) process.exit(0);
  const line = describeStartError(error, configuration);
  console.error(line ?? error);
  process.exit(line === undefined ? 1 : 2);
}

function stop(): void {
  if (starting.signal.aborted) return;
  starting.abort();
  setTimeout(() => process.exit(0), registry ? EXIT_AFTER_MS : EXIT_START_AFTER_MS).unref();
  if (registry) void close(registry);
}

async function close(running: RunningRegistry): Promise<void> {
  try {
    await running.close();
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

/** The configuration, with a port that is known before anything is built for it. */
async function configured(): Promise<Config> {
  const found = loadConfig(process.env);
  if (found.port !== 0) return found;
  return loadConfig({ ...process.env, PORT: String(await freePort(found.host)) });
}
