import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ServeMcpOptions } from '#cli/terminal/terminal.ts';
import { createMcpServer } from '#mcp/server.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { validateUrl } from '#verify/fetch/rules/url-rules.ts';
import { remoteServices } from './remote-services.ts';

/**
 * Serves the tool hub of a registry to the client at this process's standard streams, until that ends or it is stopped.
 * @throws RegistryError when there is no registry at the address
 */
export async function serveMcp({ registry, siteUrl, local, signal }: ServeMcpOptions): Promise<void> {
  const fetcher = createGuardedFetcher({ siteUrl, local });
  const told = (error: unknown) => console.error(error instanceof Error ? error.message : error);
  try {
    const live = {
      refusal({ url }: { readonly url: string }) {
        const admission = validateUrl(url, { listingOrigin: url, local });
        return admission.ok ? undefined : `${admission.error.message} ${admission.error.hint}`;
      },
      fetch: fetcher.fetch.bind(fetcher),
    };
    const services = await remoteServices(registry, live, told);
    const server = serveStdio(() => createMcpServer(services), { onerror: told });
    await Promise.race([once(process.stdin, 'end'), once(signal, 'abort')]);
    await server.close();
  } finally {
    await fetcher.close();
  }
}
