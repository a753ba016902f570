import path from 'node:path';
import { exportKeys } from '#build/parts/export-keys.ts';
import { createRebuilds } from '#build/rebuilds.ts';
import { buildRegistry, rejectBrokenRecords } from '#build/registry.ts';
import { getServedCommit } from '#build/served-commit.ts';
import { createApp } from '#edge/app.ts';
import type { Assets } from '#edge/catalog/assets.ts';
import type { Config } from '#edge/config.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import type { CheckResult } from '#verify/report.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { digest } from './digest.ts';
import { fileAssets } from './file-assets.ts';
import { LiveCatalog } from './live-catalog.ts';
import { recordSource } from './record-source.ts';
import { ResponseCache } from './response-cache.ts';
import { serveApp } from './server.ts';
import { instruments } from './telemetry.ts';

/** A registry that is being served. */
export interface RunningRegistry {
  /** Where it answers, without a trailing slash. */
  readonly address: string;
  /** Where its metrics answer; undefined where nobody asked for them. */
  readonly metrics: string | undefined;
  /** Stops serving; what is undecided goes on at the next start. */
  close(): Promise<void>;
}

/**
 * Runs a whole registry on this machine: its pages built from its records, its API, its validator, and submissions
 * (design: Submission).
 *
 * @param skipInvalid leave broken records of the registry's folder out
 * @throws RangeError fit for the operator
 */
export async function runRegistry(configuration: Config, skipInvalid: boolean): Promise<RunningRegistry> {
  const { addresses, host, port, local, limits, clientHeader } = configuration;
  const instrumented = instruments(configuration);
  const { onFault, observer } = instrumented;
  const now = Date.now;
  const keys = await exportKeys(process.env);
  const source = await recordSource(configuration);
  const { directories } = source;
  const catalog = new LiveCatalog(directories, addresses, await getServedCommit(configuration.commit));
  const hotAnswers = new ResponseCache();
  let assets: Assets = { fetch: async () => undefined };
  const pages = createRebuilds({
    parent: path.resolve(configuration.dataDir, 'built'),
    build: tree => buildRegistry({ addresses, directories, skipInvalid: true, keys, isServed: true }, tree),
    onBuilt: async folder => {
      assets = await fileAssets(folder);
      hotAnswers.forget();
    },
    onError: onFault,
  });
  const fetcher = createGuardedFetcher({ siteUrl: addresses.site, siteName: addresses.siteName, local });
  const verify = ({ url }: { readonly url: string }, signal?: AbortSignal, onResult?: (result: CheckResult) => void) =>
    verifyOrigin(url, {
      fetcher,
      now,
      onFault: error => onFault(error),
      ...(signal && { signal }),
      ...(onResult && { onResult }),
    });

  const registry = await source.open({
    verify,
    catalog,
    now,
    onListing(listing) {
      catalog.put(listing);
      hotAnswers.forget();
      pages.request();
    },
    onFault,
  });
  try {
    rejectBrokenRecords(registry.broken, skipInvalid);
    const broken = await catalog.load();
    rejectBrokenRecords((await registry.mend(broken)) ? await catalog.load() : broken, skipInvalid);
    await pages.start();
    const app = createApp({
      addresses,
      assets: { fetch: file => assets.fetch(file) },
      catalog: () => catalog.current(),
      digest,
      live: {
        verify: async origin => (await verify(origin)).report,
        fetch: request => fetcher.fetch(request),
        ...(registry.submissions && { submissions: registry.submissions }),
        now,
        local,
        limits,
      },
      onError: onFault,
    });
    const metrics = await instrumented.serve(() => catalog.current());
    const server = await serveApp(app, host, port, { clientHeader, observer, hotAnswers });
    return {
      address: server.address,
      metrics,
      close: () => closeAll(server, registry, pages, fetcher, catalog, instrumented),
    };
  } catch (error) {
    await closeAll(registry, pages, fetcher, catalog, instrumented);
    throw error;
  }
}

/** In order: first what takes new work in. */
async function closeAll(...parts: readonly { close(): Promise<void> | void }[]): Promise<void> {
  for (const part of parts) await part.close();
}
