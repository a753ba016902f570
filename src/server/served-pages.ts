import path from 'node:path';
import { buildInProcess } from '#build/build-in-process.ts';
import { fileAssets } from '#build/catalog/file-assets.ts';
import { createRebuilds, type Rebuilds } from '#build/rebuilds.ts';
import { signBuiltExport } from '#build/sign-export.ts';
import type { Assets } from '#edge/catalog/assets.ts';
import type { Config } from '#edge/config.ts';
import { Problem } from '#edge/http/problem.ts';
import type { PublicKey } from '#listing/export/export-signature.ts';
import type { SigningKey } from '#listing/export/signing-key.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import { isEncodable } from './http/content-encoding.ts';
import { createSchedule, type Schedule } from './schedule.ts';

/** The pages of a running registry, which are rebuilt after changes. */
export interface ServedPages extends Rebuilds {
  /** The files of the last complete build. */
  readonly assets: Assets;
  /** The problem before the first build, and after a failed one, for `/health`. */
  problems(): readonly string[];
}

export interface ServedPagesOptions {
  readonly configuration: Pick<Config, 'addresses' | 'dataDir'>;
  readonly directories: DataDirectories;
  /** Signs the export; without it, the export has no signature. */
  readonly key: SigningKey | undefined;
  readonly publicKeys: readonly PublicKey[];
  /** Called when responses made so far may be out of date. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
  /** Builds the pages (default: in a separate process). */
  readonly build?: typeof buildInProcess;
}

/** Builds pages in a separate process, and serves those of the last complete build. */
export function createServedPages(options: ServedPagesOptions): ServedPages {
  const { configuration, directories, key, publicKeys, onChange, onError, build = buildInProcess } = options;
  const { addresses, dataDir } = configuration;
  let assets = BUILDING;
  const rebuilds = createRebuilds({
    parent: path.resolve(dataDir, 'built'),
    async build(tree, stopped) {
      await build({ addresses, directories, skipInvalid: true, publicKeys, isServed: true }, tree, stopped);
      if (key) await signBuiltExport(tree.folder, { key, publicKeys, now: Date.now() });
    },
    onBuilt: async folder => {
      assets = await fileAssets(folder, isEncodable);
      onChange();
    },
    onError,
  });
  let renewals: Schedule<void> | undefined;
  return {
    async start() {
      // Signatures expire, so they are renewed even without changes, and by the clock, because a machine may sleep.
      if (key) {
        renewals = createSchedule({
          run: async () => rebuilds.request(),
          intervalMs: SIGNATURE_INTERVAL_MS,
          firstDelayMs: SIGNATURE_INTERVAL_MS,
          onFault: onError,
        });
      }
      await rebuilds.start();
    },
    request: rebuilds.request,
    async close() {
      await renewals?.close();
      await rebuilds.close();
    },
    assets: { fetch: file => assets.fetch(file) },
    hasFailed: rebuilds.hasFailed,
    problems() {
      if (assets === BUILDING) return [BUILDING_PROBLEM];
      return rebuilds.hasFailed() ? [OUTDATED_PROBLEM] : [];
    },
  };
}

const BUILDING_PROBLEM = 'The pages are being built for the first time. Until then, requests for them return 503.';

const OUTDATED_PROBLEM =
  'The last build of the pages failed, so the pages may be outdated. The server repeats it every 10 minutes. See the log of the server.';

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
