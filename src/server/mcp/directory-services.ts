import { LiveCatalog } from '#build/catalog/live-catalog.ts';
import { findExampleApi } from '#edge/agents/example-api.ts';
import { guidance } from '#edge/agents/guidance.ts';
import { loadConfig } from '#edge/config.ts';
import type { McpContext, McpLive } from '#mcp/context.ts';
import { suggestSearches } from '#query/text/suggestions.ts';
import { findMissingFolders } from '#store/data-folders.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';

/** The services of a local MCP server, and how to close them. */
export interface LocalServices {
  readonly services: McpContext;
  close(): void;
}

/**
 * Creates services for the records in REGISTRY_DIR and the observations in OBSERVATIONS_DIR, as of the start. Folders
 * accept no submissions, which need a running registry.
 * @throws RangeError with a message for the operator
 */
export async function directoryServices(
  environment: Readonly<Record<string, string | undefined>>,
  live: McpLive,
  onError: (error: unknown) => void,
): Promise<LocalServices> {
  const { addresses, registryDir, observationsDir } = loadConfig(environment);
  for (const missing of findMissingFolders({ registryDir, observationsDir })) onError(`Warning: ${missing}`);
  const catalog = new LiveCatalog({ registry: registryDir, observations: observationsDir }, addresses);
  for (const { file, findings } of await catalog.load()) onError(`Skipped ${file}: ${findings[0]?.message}`);
  const services: McpContext = {
    addresses,
    catalog: () => catalog.current(),
    suggest: (q, { corrections }) => suggestSearches(q, corrections),
    guidance: async () => {
      const current = await catalog.current();
      return guidance(addresses, await findExampleApi(current, addresses), current.summary.statuses);
    },
    reportOn: manifest => reportOnManifest(manifest, Date.now()),
    live,
    now: Date.now,
    onError,
  };
  return { services, close: () => catalog.close() };
}
