import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ServeMcpOptions } from '#cli/terminal/terminal.ts';
import { createMcpServer } from '#mcp/server.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { validateUrl } from '#verify/fetch/rules/url-rules.ts';
import { remoteServices } from './remote-services.ts';

/**
 * Serves the MCP server of a registry on standard input and output, until the client disconnects or the signal aborts.
 * @throws RegistryError if there is no registry at the URL
 */
export async function serveMcp({ registry, siteUrl, local, signal }: ServeMcpOptions): Promise<void> {
  const fetcher = createGuardedFetcher({ siteUrl, local });
  const logError = (error: unknown) => console.error(error instanceof Error ? error.message : error);
  try {
    const live = {
      refusal({ url }: { readonly url: string }) {
        const result = validateUrl(url, { listingOrigin: url, local });
        return result.ok ? undefined : `${result.error.message} ${result.error.hint}`;
      },
      fetch: fetcher.fetch.bind(fetcher),
    };
    const services = await remoteServices(registry, live, logError);
    const server = serveStdio(() => createMcpServer(services), { onerror: logError });
    await Promise.race([once(process.stdin, 'end'), once(signal, 'abort')]);
    await server.close();
  } finally {
    await fetcher.close();
  }
}
