import { digest } from '#build/catalog/digest.ts';
import { publicKeysFrom, takeSigningKey } from '#build/parts/export-keys.ts';
import { rejectBrokenRecords } from '#build/registry.ts';
import { getServedCommit } from '#build/served-commit.ts';
import { createApp } from '#edge/app.ts';
import type { Config } from '#edge/config.ts';
import { createBodyBuffers } from '#edge/http/body-buffers.ts';
import { forwardedWarning } from '#edge/start-notices.ts';
import type { Blocklist } from '#listing/blocklist.ts';
import { toListing } from '#store/listing-files.ts';
import { watchesDocumentation } from '#submission/revalidation/watches-documentation.ts';
import { ServedCatalog } from './catalog/served-catalog.ts';
import { type ConnectionLimit, createConnectionLimit, getOpenFileLimit } from './http/connection-limit.ts';
import { listenOnce } from './http/ports.ts';
import { ResponseCache } from './http/response-cache.ts';
import { type RunningServer, serveApp } from './http/server.ts';
import { LargeTextThread } from './large-texts/large-text-thread.ts';
import { type Instruments, instruments } from './metrics/telemetry.ts';
import { createOriginChecks, type OriginChecks } from './origin-checks.ts';
import { type OpenSource, recordSource } from './record-source.ts';
import { type Revalidation, startRevalidation } from './revalidation/revalidation.ts';
import { type MissingSearchCounter, openMissingSearches } from './searches/missing-searches.ts';
import { observeSearches } from './searches/observe-searches.ts';
import { createSelfListing, describeMissingListing, type SelfListing } from './self-listing.ts';
import { createServedPages, type ServedPages } from './served-pages.ts';

/** A registry that is being served. */
export interface RunningRegistry {
  /** The URL of the registry, without a trailing slash. */
  readonly address: string;
  /** The URL of its metrics; undefined if disabled. */
  readonly metrics: string | undefined;
  /** Logs an internal error. */
  report(error: unknown): void;
  /**
   * Stops listening, lets requests in flight finish for at most 5 seconds, and aborts the current page build. Pending
   * submissions continue at the next start.
   */
  close(): Promise<void>;
}

/**
 * Runs a whole registry on this machine: its pages built from its records, its API, its validator, and submissions
 * (design: Submission). The API responds as soon as the catalog is loaded. Until the pages are built, requests for them
 * get 503, and the promise stays pending.
 * @param skipInvalid skips broken records in the registry's folder
 * @param signal aborts the start; without effect afterwards
 * @param onListening called with the URL of the registry when the API responds
 * @throws RangeError with a message for the operator; the system's error if a port is in use; the reason of the signal
 */
export async function runRegistry(
  configuration: Config,
  skipInvalid: boolean,
  signal = new AbortController().signal,
  onListening: (address: string) => void = () => undefined,
): Promise<RunningRegistry> {
  const parts = await createParts(configuration);
  const { telemetry, pages, catalog } = parts;
  const services: Services = { stop: new AbortController() };
  const abortStart = () => {
    void pages.close();
    void catalog.close();
  };
  const close = async () => {
    services.stop.abort();
    // No request waits for a build, so it is aborted.
    const { server, revalidation, searches } = services;
    await Promise.all([server?.close(), pages.close(), revalidation?.close(), searches?.close()]);
    await closeAll(parts.registry, parts.checks.fetcher, parts.largeTexts, catalog, telemetry);
  };
  signal.addEventListener('abort', abortStart);
  try {
    signal.throwIfAborted();
    await loadCatalog(parts, skipInvalid);
    signal.throwIfAborted();
    const metrics = await telemetry.serve(async () => catalog.current());
    const { address } = await serve(parts, services);
    startSelfListing(parts, services);
    await startScheduledChecks(parts, services);
    onListening(address);
    await pages.start();
    return { address, metrics, report: error => telemetry.onFault(error), close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    signal.removeEventListener('abort', abortStart);
  }
}

/** The parts of a registry that start before it serves. */
interface Parts {
  readonly configuration: Config;
  readonly telemetry: Instruments;
  readonly responseCache: ResponseCache;
  readonly catalog: ServedCatalog;
  readonly pages: ServedPages;
  readonly checks: OriginChecks;
  readonly blocklist: Blocklist;
  readonly registry: OpenSource;
  readonly largeTexts: LargeTextThread;
  readonly connectionLimit: ConnectionLimit;
}

/** The parts that run while a registry serves. */
interface Services {
  server?: RunningServer;
  revalidation?: Revalidation;
  selfListing?: SelfListing;
  searches?: MissingSearchCounter;
  readonly stop: AbortController;
}

async function createParts(configuration: Config): Promise<Parts> {
  const telemetry = instruments(configuration);
  const { onFault, onWarning, onDrop } = telemetry;
  const connectionLimit = createConnectionLimit(getOpenFileLimit(), { onWarning, onDrop });
  const publicKeys = await publicKeysFrom(process.env);
  const key = await takeSigningKey(process.env);
  // Before the page build, which may take minutes.
  await checkPorts(configuration);
  const source = await recordSource(configuration);
  const { directories, blocklist } = source;
  const responseCache = new ResponseCache();
  const onChange = () => responseCache.forget();
  const catalog = new ServedCatalog({
    directories,
    bases: configuration.addresses,
    commit: await getServedCommit(configuration.commit),
    onChange,
    onError: onFault,
  });
  const pages = createServedPages({ configuration, directories, key, publicKeys, onChange, onError: onFault });
  const largeTexts = new LargeTextThread({ onError: onFault });
  const checks = createOriginChecks(configuration, blocklist, onFault, (bytes, now) =>
    largeTexts.run('inspectText', bytes, now),
  );
  const registry = await source.open({
    verify: checks.verify,
    checkLimit: checks.limit,
    catalog,
    now: Date.now,
    async onListing(listing) {
      try {
        await catalog.put(toListing(listing.record, listing.observation, directories));
      } finally {
        // Only now, because a build competes for the CPU.
        pages.request();
      }
    },
    onFault,
  });
  return {
    configuration,
    telemetry,
    responseCache,
    catalog,
    pages,
    checks,
    blocklist,
    registry,
    largeTexts,
    connectionLimit,
  };
}

/** @throws RangeError with a message for the operator if the records are broken */
async function loadCatalog({ catalog, registry }: Parts, skipInvalid: boolean): Promise<void> {
  rejectBrokenRecords(registry.broken, skipInvalid);
  const broken = await catalog.load();
  rejectBrokenRecords((await registry.repair(broken)) ? await catalog.load() : broken, skipInvalid);
}

async function serve(parts: Parts, services: Services): Promise<RunningServer> {
  const { configuration, telemetry, responseCache, catalog, pages, checks, blocklist, registry } = parts;
  const { largeTexts, connectionLimit } = parts;
  const { addresses, host, port, local, limits, clientHeader } = configuration;
  const { onFault, onWarning, observer } = telemetry;
  const isListedByWorkflow =
    registry.submissions !== undefined && registry.revalidate === undefined && configuration.selfListing;
  if (configuration.missingSearches) {
    const { dataDir } = configuration;
    services.searches = await openMissingSearches(dataDir, { now: Date.now, onError: onFault });
  }
  const observe = services.searches && observeSearches(services.searches.count);
  const app = createApp({
    addresses,
    assets: pages.assets,
    catalog: observe ? async () => observe(await catalog.current()) : () => catalog.current(),
    digest,
    buffers: createBodyBuffers(),
    largeTexts: {
      validateBody: (bytes, at) => largeTexts.offer('validateBody', bytes, at),
      parseMessage: (bytes, at) => largeTexts.offer('parseMessage', bytes, at),
    },
    live: {
      verify: checks.validate,
      fetch: request => checks.fetcher.fetch(request),
      ...(registry.submissions && { submissions: registry.submissions }),
      blocklist,
      now: Date.now,
      limits,
    },
    problems: () => [
      ...connectionLimit.problems(),
      ...pages.problems(),
      ...registry.problems(),
      ...(services.revalidation?.problems() ?? []),
      ...(services.selfListing?.problems() ?? []),
      ...(isListedByWorkflow ? describeMissingListing(addresses.registry, id => catalog.has(id)) : []),
    ],
    onError: onFault,
  });
  services.server = await serveApp(app, host, port, {
    clientHeader,
    local,
    observer,
    responseCache,
    connectionLimit,
    onError: onFault,
    onForwarded: () => onWarning(forwardedWarning(configuration)),
  });
  return services.server;
}

/** Lists the registry in itself, if it accepts submissions and writes its records. */
function startSelfListing({ configuration, catalog, registry }: Parts, services: Services): void {
  const { addresses, local } = configuration;
  const { submissions, revalidate } = registry;
  if (!submissions || !revalidate || !configuration.selfListing) return;
  services.selfListing = createSelfListing({
    ...{ url: addresses.registry, local, submissions },
    catalog: async () => catalog.current(),
    signal: services.stop.signal,
  });
  // A public URL may not lead here yet, so it is submitted after the first run of revalidation.
  if (local) void services.selfListing.submit();
}

/** Checks the listings when they are due, if this server writes the records. */
async function startScheduledChecks(parts: Parts, services: Services): Promise<void> {
  const { configuration, telemetry, catalog, pages, checks, registry } = parts;
  const { addresses, local } = configuration;
  if (!registry.revalidate) return;
  services.revalidation = await startRevalidation({
    dataDir: configuration.dataDir,
    intervalMs: configuration.revalidateMs,
    revalidate: registry.revalidate,
    verify: ({ url }, known) => checks.check(url, { local }, known),
    observe: watchesDocumentation(addresses.registry, local)
      ? ({ url }, manifest) => checks.observe(url, manifest, services.stop.signal)
      : undefined,
    async onWritten({ checked }) {
      await catalog.refresh();
      if (checked > 0) pages.request();
      if (!local) await services.selfListing?.submit();
    },
    onFault: telemetry.onFault,
  });
}

/** Closes parts in order; the first ones accept new work. */
async function closeAll(...parts: readonly { close(): Promise<void> | void }[]): Promise<void> {
  for (const part of parts) await part.close();
}

/**
 * Checks that a server could listen on its ports now.
 * @throws the system's error if it cannot, for example EADDRINUSE
 */
async function checkPorts({ host, port, metrics }: Config): Promise<void> {
  await listenOnce(host, port);
  if (metrics) await listenOnce(metrics.host, metrics.port);
}
