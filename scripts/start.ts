/** `npm start`: builds the registry, serves it, and accepts submissions. */
import '#build/workers/compile-cache.ts';
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { formatError } from '#cli/terminal/run-script.ts';
import type { Config } from '#edge/config.ts';
import { startNotices } from '#edge/start-notices.ts';
import { loadConfigWithPort } from '#server/load-config-with-port.ts';
import { EXIT_AFTER_MS, EXIT_START_AFTER_MS, handleProcessErrors } from '#server/process-errors.ts';
import { type RunningRegistry, runRegistry } from '#server/run-registry.ts';
import { reportStartError } from '#server/start-error.ts';
import { startProcessHost } from '#store/processes/spawn-process.ts';

const USAGE = `Usage: npm start -- [--skip-invalid]

Builds the registry, serves it, and accepts submissions. SIGTERM and SIGINT stop it within 8 seconds.

  --skip-invalid  leave out invalid records, with a message for each, instead of failing

The settings are environment variables; see the section Settings of src/site/docs/self-hosting.md.

Exit status: 0 after a signal, 1 unexpected error, also one that no code caught, 2 invalid arguments, settings, or data.`;

startProcessHost();
const starting = new AbortController();
let registry: RunningRegistry | undefined;
let configuration: Config | undefined;
// A signal may arrive twice: the terminal sends it to all processes, and npm forwards it to this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

handleProcessErrors(process, {
  report: error => (registry ? registry.report(error) : console.error(error)),
  close: async () => registry?.close(),
});

try {
  const { values } = parseScriptArgs(USAGE, { options: { 'skip-invalid': { type: 'boolean', default: false } } });
  configuration = await loadConfigWithPort(process.env);
  const printUrl = (url: string) => console.log(`The API responds at ${url}. The pages are being built.`);
  registry = await runRegistry(configuration, values['skip-invalid'], starting.signal, printUrl);
  if (starting.signal.aborted) await close(registry);
  const metrics = registry.metrics ? [`Metrics are at ${registry.metrics}`] : [];
  console.log([`The registry is ready at ${registry.address}`, ...metrics, ...startNotices(configuration)].join('\n'));
} catch (error) {
  process.exit(reportStartError(error, { config: configuration, isStopping: starting.signal.aborted }));
}

function stop(): void {
  if (starting.signal.aborted) return;
  starting.abort();
  setTimeout(() => process.exit(0), registry ? EXIT_AFTER_MS : EXIT_START_AFTER_MS).unref();
  if (registry) void close(registry);
}

async function close(running: RunningRegistry): Promise<never> {
  const failure = await running.close().then(() => undefined, formatError);
  if (failure !== undefined) console.error(failure);
  process.exit(failure === undefined ? 0 : 1);
}
