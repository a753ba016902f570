import path from 'node:path';
import { createApp } from '#edge/app.ts';
import type { Assets } from '#edge/assets.ts';
import type { Configuration } from '#edge/configuration.ts';
import { digest } from '#node/digest.ts';
import { fileAssets } from '#node/file-assets.ts';
import { HotAnswers } from '#node/hot-answers.ts';
import { instruments } from '#node/instruments.ts';
import { LiveCatalogue } from '#node/live-catalogue.ts';
import { serveApp } from '#node/server.ts';
import { publicKeysFrom, takeSigningKey } from '#scripts/build/export-keys.ts';
import { rebuilds } from '#scripts/build/rebuilds.ts';
import { buildRegistry, refuseBroken } from '#scripts/build/registry.ts';
import { servedCommit } from '#scripts/build/served-commit.ts';
import { signBuiltExport } from '#scripts/build/sign-export.ts';
import { createGuardedFetcher } from '#verify/guarded-fetch.ts';
import type { CheckResult } from '#verify/report.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { recordSource } from './record-source.ts';

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
export async function runRegistry(configuration: Configuration, skipInvalid: boolean): Promise<RunningRegistry> {
  const { addresses, host, port, local, limits, clientHeader } = configuration;
  const instrumented = instruments(configuration);
  const { onFault, observer } = instrumented;
  const now = Date.now;
  const publicKeys = await publicKeysFrom(process.env);
  const key = await takeSigningKey(process.env);
  const source = await recordSource(configuration);
  const { directories } = source;
  const catalogue = new LiveCatalogue(directories, addresses, await servedCommit(configuration.commit));
  const hotAnswers = new HotAnswers();
  let assets: Assets = { fetch: async () => undefined };
  const pages = rebuilds({
    parent: path.resolve(configuration.dataDir, 'built'),
    async build(tree) {
      await buildRegistry({ addresses, directories, skipInvalid: true, publicKeys, isServed: true }, tree);
      if (key) await signBuiltExport(tree.folder, { key, publicKeys, now: now() });
    },
    onBuilt: async folder => {
      assets = await fileAssets(folder);
      hotAnswers.forget();
    },
    onError: onFault,
  });
  const fetcher = createGuardedFetcher({ siteUrl: addresses.site, local });
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
    catalogue,
    now,
    onListing(listing) {
      catalogue.put(listing);
      hotAnswers.forget();
      pages.request();
    },
    onFault,
  });
  try {
    refuseBroken(registry.broken, skipInvalid);
    const broken = await catalogue.load();
    refuseBroken((await registry.mend(broken)) ? await catalogue.load() : broken, skipInvalid);
    await pages.start();
    const app = createApp({
      addresses,
      assets: { fetch: file => assets.fetch(file) },
      catalogue: () => catalogue.current(),
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
    // A signature expires, so it is renewed although nothing changes.
    if (key) setInterval(() => pages.request(), RENEWAL).unref();
    const metrics = await instrumented.serve(() => catalogue.current());
    const server = await serveApp(app, host, port, { clientHeader, observer, hotAnswers });
    return {
      address: server.address,
      metrics,
      close: () => closeAll(server, registry, pages, fetcher, catalogue, instrumented),
    };
  } catch (error) {
    await closeAll(registry, pages, fetcher, catalogue, instrumented);
    throw error;
  }
}

/** How often the export is signed anew, in milliseconds: daily. */
const RENEWAL = 86_400_000;

/** In order: first what takes new work in. */
async function closeAll(...parts: readonly { close(): Promise<void> | void }[]): Promise<void> {
  for (const part of parts) await part.close();
}
