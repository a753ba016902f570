/**
 * `npm run mcp`: the tool hub over standard input and output, for a client that starts it.
 *   --registry URL  works with the registry that runs there, in place of the records in REGISTRY_DIR
 *   --local         also asks http and loopback addresses, for trying things out
 */
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpLive } from '#mcp/context.ts';
import { createMcpServer } from '#mcp/server.ts';
import { directoryServices, type LocalServices } from '#server/mcp/directory-services.ts';
import { remoteServices } from '#server/mcp/remote-services.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { validateUrl } from '#verify/fetch/rules/url-rules.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';

try {
  await serve();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Standard output belongs to the protocol; whatever else there is to say goes to standard error. */
async function serve(): Promise<void> {
  const { values } = parseArgs({
    options: { registry: { type: 'string' }, local: { type: 'boolean', default: false } },
  });
  const fetcher = createGuardedFetcher({ siteUrl: process.env.SITE_URL ?? 'http://localhost', local: values.local });
  const live: McpLive = {
    refusal({ url }) {
      const admission = validateUrl(url, { listingOrigin: url, local: values.local });
      return admission.ok ? undefined : `${admission.error.message} ${admission.error.hint}`;
    },
    fetch: question => fetcher.fetch(question),
    verify: async ({ url }) => (await verifyOrigin(url, { fetcher, now: Date.now, onFault: console.error })).report,
  };
  const { services, close } = await servicesFor(values.registry, live);
  const server = serveStdio(() => createMcpServer(services), { onerror: error => console.error(error.message) });
  const stop = () => void Promise.all([server.close(), fetcher.close(), close()]);
  process.stdin.once('end', stop);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
}

async function servicesFor(registry: string | undefined, live: McpLive): Promise<LocalServices> {
  if (registry === undefined) return directoryServices(process.env, live, console.error);
  return { services: await remoteServices(registry, live, console.error), close: () => undefined };
}
