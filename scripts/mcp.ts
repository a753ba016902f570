/** `npm run mcp`: runs the MCP server over standard input and output. */
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { RegistryError } from '#client/registry-error.ts';
import { loadConfig } from '#edge/config.ts';
import type { McpLive } from '#mcp/context.ts';
import { createMcpServer } from '#mcp/server.ts';
import { createRefusal } from '#server/mcp/create-refusal.ts';
import { directoryServices, type LocalServices } from '#server/mcp/directory-services.ts';
import { remoteServices } from '#server/mcp/remote-services.ts';
import { serveOverStdio } from '#server/mcp/serve-over-stdio.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';

const USAGE = `Usage: npm run mcp -- [--registry URL] [--local]

Runs the MCP server over standard input and output, for a client that starts it. Standard output carries only protocol
messages. Errors go to standard error.

  --registry URL  use the registry at this URL instead of the records in REGISTRY_DIR
  --local         also send requests to http and loopback URLs, for local tests`;

await runScript(async () => {
  const { values } = parseScriptArgs(USAGE, {
    options: { registry: { type: 'string' }, local: { type: 'boolean', default: false } },
  });
  const fetcher = createGuardedFetcher({
    siteUrl: process.env.SITE_URL ?? 'http://localhost',
    local: values.local,
    blocklist: values.registry === undefined ? await readBlocklist(loadConfig(process.env).registryDir) : undefined,
  });
  const live: McpLive = {
    refusal: createRefusal(values.local),
    fetch: request => fetcher.fetch(request),
    verify: async ({ url }) => (await verifyOrigin(url, { fetcher, now: Date.now, onError: console.error })).report,
  };
  const { services, close } = await createServices(values.registry, live);
  const server = serveOverStdio(() => createMcpServer(services));
  const stop = () => void Promise.all([server.close(), fetcher.close(), close()]);
  process.stdin.once('end', stop);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
});

async function createServices(registry: string | undefined, live: McpLive): Promise<LocalServices> {
  if (registry === undefined) return directoryServices(process.env, live, console.error);
  if (!/^https?:$/.test(URL.parse(registry)?.protocol ?? ''))
    throw new UsageError(`Invalid value for --registry: "${registry}". Use an http or https URL.`);
  const services = await remoteServices(registry, live, console.error).catch((error: unknown) => {
    throw error instanceof RegistryError ? new RangeError(error.message, { cause: error }) : error;
  });
  return { services, close: () => undefined };
}
