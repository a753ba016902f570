import path from 'node:path';
import type { Addresses } from '#edge/configuration.ts';
import { type BrokenFile, LiveCatalogue } from '#node/live-catalogue.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import { writeBadges } from './badges.ts';
import type { ExportKeys } from './export-keys.ts';
import { writeSearchIndex } from './search-index.ts';
import { buildSite } from './site.ts';
import { writeStaticFiles } from './static-files.ts';

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
 * Writes a whole registry into a folder: its pages, and the JSON files that make any file host a registry.
 *
 * @returns how many listings it has
 * @throws RangeError fit for the operator when its data is broken
 */
export async function buildRegistry(build: RegistryBuild, folder: string): Promise<number> {
  const catalogue = new LiveCatalogue(build.directories, build.addresses, build.commit);
  refuseBroken(await catalogue.load(), build.skipInvalid);
  await buildSite(build, folder);
  const entries = catalogue.entries();
  await writeSearchIndex(folder, entries);
  await writeBadges(
    folder,
    entries.map(({ row }) => row),
  );
  await writeStaticFiles(folder, await catalogue.current(), entries, build.addresses, build.keys);
  catalogue.close();
  return entries.length;
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
