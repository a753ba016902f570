import { configurationFrom } from '#edge/configuration.ts';
import { guidance } from '#edge/guidance.ts';
import type { HubLive, HubServices } from '#mcp/services.ts';
import { LiveCatalogue } from '#node/live-catalogue.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';

/** What a local hub works with, and what has to be closed after it. */
export interface LocalServices {
  readonly services: HubServices;
  close(): void;
}

/**
 * Services over the records in REGISTRY_DIR and the observations in OBSERVATIONS_DIR, as they are at the start. Nothing
 * can be submitted to a folder: that takes a registry that runs.
 *
 * @throws RangeError fit for the operator
 */
export async function directoryServices(
  environment: Readonly<Record<string, string | undefined>>,
  live: HubLive,
  onError: (error: unknown) => void,
): Promise<LocalServices> {
  const { addresses, registryDir, observationsDir } = configurationFrom(environment);
  const catalogue = new LiveCatalogue({ registry: registryDir, observations: observationsDir }, addresses);
  for (const { file, findings } of await catalogue.load()) onError(`${file} is left out: ${findings[0]?.message}`);
  const services: HubServices = {
    addresses,
    catalogue: () => catalogue.current(),
    guidance: () => guidance(addresses),
    reportOn: manifest => reportOnManifest(manifest, Date.now()),
    live,
    now: Date.now,
    onError,
  };
  return { services, close: () => catalogue.close() };
}
