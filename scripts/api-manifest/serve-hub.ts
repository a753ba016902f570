import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { hubServer } from '#mcp/server.ts';
import { remoteServices } from '#scripts/mcp/remote-services.ts';
import { admitAddress } from '#verify/address-rules.ts';
import { createGuardedFetcher } from '#verify/guarded-fetch.ts';
import type { HubOptions } from '../../src/cli/terminal.ts';

/**
 * Serves the tool hub of a registry to the client at this process's standard streams, until that ends or it is stopped.
 * @throws RegistryError when there is no registry at the address
 */
export async function serveHub({ registry, siteUrl, local, stopped }: HubOptions): Promise<void> {
  const fetcher = createGuardedFetcher({ siteUrl, local });
  const told = (error: unknown) => console.error(error instanceof Error ? error.message : error);
  try {
    const live = {
      refusal({ url }: { readonly url: string }) {
        const admission = admitAddress(url, { listingOrigin: url, local });
        return admission.ok ? undefined : `${admission.refusal.message} ${admission.refusal.hint}`;
      },
      fetch: fetcher.fetch.bind(fetcher),
    };
    const services = await remoteServices(registry, live, told);
    const server = serveStdio(() => hubServer(services), { onerror: told });
    await Promise.race([once(process.stdin, 'end'), once(stopped, 'abort')]);
    await server.close();
  } finally {
    await fetcher.close();
  }
}
