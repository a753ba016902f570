import { createServer } from 'node:net';
import path from 'node:path';
import { digest } from '#build/catalog/digest.ts';
import { fileAssets } from '#build/catalog/file-assets.ts';
import { publicKeysFrom, takeSigningKey } from '#build/parts/export-keys.ts';
import { createRebuilds } from '#build/rebuilds.ts';
import { rejectBrokenRecords } from '#build/registry.ts';
import { buildInThread } from '#build/registry-thread.ts';
import { getServedCommit } from '#build/served-commit.ts';
import { signBuiltExport } from '#build/sign-export.ts';
import type { CheckResult } from '#contract/report.ts';
import { createApp } from '#edge/app.ts';
import type { Assets } from '#edge/catalog/assets.ts';
import type { Config } from '#edge/config.ts';
import { Problem } from '#edge/http/problem.ts';
import { forwardedWarning } from '#edge/start-notices.ts';
import type { Origin } from '#listing/origin.ts';
import { toListing } from '#store/listing-files.ts';
import { createCheckLimit } from '#submission/check-limit.ts';
import { watchesDocumentation } from '#submission/revalidation/watches-documentation.ts';
import type { KnownManifest } from '#verify/checks/manifest-document.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { observeOrigin, type VerifyContext, verifyOrigin } from '#verify/verify-origin.ts';
import { ServedCatalog } from './catalog/served-catalog.ts';
import { isEncodable } from './http/content-encoding.ts';
import { ResponseCache } from './http/response-cache.ts';
import { serveApp } from './http/server.ts';
import { instruments } from './metrics/telemetry.ts';
import { recordSource } from './record-source.ts';
import { type Revalidation, startRevalidation } from './revalidation/revalidation.ts';
import { type MissingSearchCounter, openMissingSearches } from './searches/missing-searches.ts';
import { observeSearches } from './searches/observe-searches.ts';
import { createSelfListing, type SelfListing } from './self-listing.ts';

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
  const { addresses, host, port, local, limits, clientHeader } = configuration;
  const telemetry = instruments(configuration);
  const { onFault, onWarning, observer } = telemetry;
  const now = Date.now;
  const publicKeys = await publicKeysFrom(process.env);
  const key = await takeSigningKey(process.env);
  // Before the page build, which may take minutes.
  await checkPorts(configuration);
  const source = await recordSource(configuration);
  const { directories } = source;
  const responseCache = new ResponseCache();
  const catalog = new ServedCatalog({
    directories,
    bases: addresses,
    commit: await getServedCommit(configuration.commit),
    onChange: () => responseCache.forget(),
    onError: onFault,
  });
  let assets = BUILDING;
  const pages = createRebuilds({
    parent: path.resolve(configuration.dataDir, 'built'),
    async build(tree, stopped) {
      const build = { addresses, directories, skipInvalid: true, publicKeys, isServed: true };
      await buildInThread(build, tree, stopped);
      if (key) await signBuiltExport(tree.folder, { key, publicKeys, now: now() });
    },
    onBuilt: async folder => {
      assets = await fileAssets(folder, isEncodable);
      responseCache.forget();
    },
    onError: onFault,
  });
  const fetcher = createGuardedFetcher({
    siteUrl: addresses.site,
    siteName: addresses.siteName,
    local: local && 'per-request',
  });
  const check = (url: string, options: Pick<VerifyContext, 'local' | 'signal' | 'onResult'>, known?: KnownManifest) =>
    verifyOrigin(url, { fetcher, now, onError: error => onFault(error), ...options }, known);
  // Checks have the privileges of the request that submitted the origin. Only one with local privileges can submit an http
  // or loopback origin, so checks without a request have them, too.
  const verify = (
    { url }: Origin,
    stopped?: AbortSignal,
    onResult?: (result: CheckResult) => void,
    isPrivileged?: boolean,
  ) =>
    check(url, {
      local: local && isPrivileged !== false,
      ...(stopped && { signal: stopped }),
      ...(onResult && { onResult }),
    });

  const checkLimit = createCheckLimit();
  const registry = await source.open({
    verify,
    checkLimit,
    catalog,
    now,
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
  let server: Awaited<ReturnType<typeof serveApp>> | undefined;
  let revalidation: Revalidation | undefined;
  let selfListing: SelfListing | undefined;
  let searches: MissingSearchCounter | undefined;
  const stop = new AbortController();
  const abortStart = () => {
    void pages.close();
    void catalog.close();
  };
  signal.addEventListener('abort', abortStart);
  try {
    signal.throwIfAborted();
    rejectBrokenRecords(registry.broken, skipInvalid);
    const broken = await catalog.load();
    rejectBrokenRecords((await registry.repair(broken)) ? await catalog.load() : broken, skipInvalid);
    signal.throwIfAborted();
    searches = configuration.missingSearches
      ? await openMissingSearches(configuration.dataDir, { now, onError: onFault })
      : undefined;
    const observe = searches && observeSearches(searches.count);
    const app = createApp({
      addresses,
      assets: { fetch: file => assets.fetch(file) },
      catalog: async () => (observe ? observe(await catalog.current()) : catalog.current()),
      digest,
      live: {
        verify: (origin, isLocal) =>
          checkLimit.run(origin, async () => (await check(origin.url, { local: isLocal })).report),
        fetch: request => fetcher.fetch(request),
        ...(registry.submissions && { submissions: registry.submissions }),
        now,
        limits,
      },
      problems: () => [
        ...(assets === BUILDING ? [BUILDING_PROBLEM] : []),
        ...registry.problems,
        ...(revalidation?.problems() ?? []),
        ...(selfListing?.problems() ?? []),
      ],
      onError: onFault,
    });
    // Signatures expire, so they are renewed even without changes.
    if (key) setInterval(() => pages.request(), SIGNATURE_INTERVAL_MS).unref();
    const metrics = await telemetry.serve(() => catalog.current());
    server = await serveApp(app, host, port, {
      clientHeader,
      local,
      observer,
      responseCache,
      onError: onFault,
      onForwarded: () => onWarning(forwardedWarning(configuration)),
    });
    if (registry.submissions && registry.revalidate && configuration.selfListing) {
      const { submissions } = registry;
      selfListing = createSelfListing({
        ...{ url: addresses.registry, local, submissions },
        catalog: () => catalog.current(),
        signal: stop.signal,
      });
      // A public URL may not lead here yet, so it is submitted after the first run of revalidation.
      if (local) void selfListing.submit();
    }
    if (registry.revalidate) {
      revalidation = await startRevalidation({
        dataDir: configuration.dataDir,
        intervalMs: configuration.revalidateMs,
        revalidate: registry.revalidate,
        verify: ({ url }, known) => check(url, { local }, known),
        observe: watchesDocumentation(addresses.registry, local)
          ? ({ url }, manifest) => observeOrigin(url, manifest, { fetcher, now, signal: stop.signal })
          : undefined,
        async onWritten({ checked }) {
          await catalog.refresh();
          if (checked > 0) pages.request();
          if (!local) await selfListing?.submit();
        },
        onFault,
      });
    }
    const { address } = server;
    onListening(address);
    await pages.start();
    return {
      address,
      metrics,
      report: error => onFault(error),
      async close() {
        stop.abort();
        // No request waits for a build, so it is aborted.
        await Promise.all([server?.close(), pages.close(), revalidation?.close(), searches?.close()]);
        await closeAll(registry, fetcher, catalog, telemetry);
      },
    };
  } catch (error) {
    stop.abort();
    await Promise.all([server?.close(), pages.close(), revalidation?.close(), searches?.close()]);
    await closeAll(registry, fetcher, catalog, telemetry);
    throw error;
  } finally {
    signal.removeEventListener('abort', abortStart);
  }
}

const BUILDING_PROBLEM = 'The pages are being built for the first time. Until then, requests for them return 503.';

/** The files before the first build. */
const BUILDING: Assets = {
  async fetch() {
    throw new Problem('unavailable', 'The pages are being built. Retry in 5 seconds.', {
      headers: { 'Retry-After': '5' },
    });
  },
};

/** The interval between signatures of the export, in milliseconds: one day. */
const SIGNATURE_INTERVAL_MS = 86_400_000;

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

async function listenOnce(host: string, port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  await new Promise(resolve => server.close(resolve));
}
