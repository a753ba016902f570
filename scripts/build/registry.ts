import path from 'node:path';
import type { Addresses } from '#edge/configuration.ts';
import { type BrokenFile, LiveCatalogue } from '#node/live-catalogue.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import { putBadges } from './badges.ts';
import type { ExportKeys } from './export-keys.ts';
import { indexApart } from './index-apart.ts';
import { readKnownRows, writeKnownRows } from './known-rows.ts';
import type { Ledger } from './ledger.ts';
import { listEngine } from './list-engine.ts';
import { type Progress, SILENT } from './progress.ts';
import { putSearchIndex } from './search-index.ts';
import { type CompiledSite, compiledSite, putSiteFiles, renderSite } from './site.ts';
import { putExport, putStaticFiles } from './static-files.ts';
import { ledgerOf, type Tree } from './tree.ts';

/** What a registry is built from. */
export interface RegistryBuild {
  readonly directories: DataDirectories;
  readonly addresses: Addresses;
  /** Leave broken records out; each is told on standard error either way. */
  readonly skipInvalid: boolean;
  /** The commit that it is built from, in full; null where nobody knows it. */
  readonly commit?: string | null;
  /** With what its export is signed; absent where it is not. */
  readonly keys?: ExportKeys;
}

/**
 * Writes a whole registry into a folder: its pages, and the JSON files that make any file host a registry. What a build
 * before it made from the same stays.
 *
 * @returns how many listings it has
 * @throws RangeError fit for the operator when its data is broken
 */
export async function buildRegistry(build: RegistryBuild, tree: Tree, progress: Progress = SILENT): Promise<number> {
  const { addresses, directories, commit, keys } = build;
  const catalogue = new LiveCatalogue(directories, addresses, commit);
  const site = await compiledSite(build);
  const loaded = catalogue.load(readKnownRows(tree, site.key)).then(broken => refuseBroken(broken, build.skipInvalid));
  loaded.catch(() => undefined);
  await buildParts({ ...build, site, loaded }, catalogue, tree, progress, async (ledger, pages) => {
    const entries = catalogue.entries();
    const version = (id: string) => catalogue.version(id);
    const index = indexApart(entries);
    index.catch(() => undefined);
    const source = {
      catalogue: catalogue.over(await listEngine(entries)),
      entries,
      index,
      addresses,
      keys,
      sources: site.key,
      version,
    };
    await putStaticFiles(tree.folder, source, ledger, pages, progress);
  });
  writeKnownRows(tree, site.key, catalogue.loaded());
  catalogue.close();
  return catalogue.entries().length;
}

/**
 * Writes what a server does not answer by itself into a folder: pages, search, badges and the export.
 * @param catalogue has been loaded
 */
export async function buildServed(build: RegistryBuild, catalogue: LiveCatalogue, tree: Tree): Promise<void> {
  const site = await compiledSite(build);
  await buildParts({ ...build, site, loaded: Promise.resolve() }, catalogue, tree, SILENT, async ledger =>
    putExport(await catalogue.current(), catalogue.entries(), ledger, build.keys),
  );
}

/**
 * @param build `loaded` settles when the catalogue is; pages are rendered meanwhile, from what their own process reads
 * @param rest puts the other files; `pages` settles when the pages are there
 */
async function buildParts(
  build: RegistryBuild & { readonly site: CompiledSite; readonly loaded: Promise<void> },
  catalogue: LiveCatalogue,
  tree: Tree,
  progress: Progress,
  rest: (ledger: Ledger, pages: Promise<ReadonlySet<string>>) => Promise<void>,
): Promise<void> {
  const { site, loaded } = build;
  const stop = new AbortController();
  const pages = renderSite(site, build, tree, progress, stop.signal);
  pages.catch(() => undefined);
  await loaded.catch(async error => {
    stop.abort();
    await pages.catch(() => undefined);
    throw error;
  });
  const entries = catalogue.entries();
  const search = putSearchIndex(entries, ledgerOf(tree, 'search'), site.key, progress);
  const files = async () => {
    const ledger = ledgerOf(tree, 'files');
    await putSiteFiles(site, ledger);
    await putBadges(
      entries.map(({ row }) => row),
      ledger,
      site.key,
    );
    await rest(ledger, pages);
    ledger.finish();
  };
  await Promise.all([pages, search, files()]).catch(error => {
    stop.abort();
    throw error;
  });
}

/**
 * Tells on standard error what is wrong with broken files.
 * @throws RangeError when there are any and they may not be left out
 */
export function refuseBroken(files: readonly BrokenFile[], skipInvalid: boolean): void {
  for (const { file, findings } of files) {
    for (const { pointer, rule, message, hint } of findings) {
      console.error(`${path.relative('.', file)}: ${pointer || '(document)'}: ${rule}: ${message} ${hint}`);
    }
  }
  if (files.length > 0 && !skipInvalid) {
    throw new RangeError(
      `${files.length} of the registry's files are broken; mend them, or leave them out with --skip-invalid.`,
    );
  }
}
