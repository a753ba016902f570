import path from 'node:path';
import type { Configuration } from '#edge/configuration.ts';
import { type BrokenFile, type FileCatalogue, loadCatalogue } from '#node/file-catalogue.ts';
import { buildSite } from './site.ts';
import { writeStaticFiles } from './static-files.ts';

/**
 * Builds a registry: its pages, its JSON files, and the catalogue that answers queries.
 *
 * @param folder where the files go
 * @param options.skipInvalid leave broken records out; each is told on standard error either way
 * @throws RangeError fit for the operator when the data cannot be built from
 */
export async function buildRegistry(
  configuration: Configuration,
  folder: string,
  { skipInvalid }: { readonly skipInvalid: boolean },
): Promise<FileCatalogue> {
  const { addresses } = configuration;
  const directories = { registry: configuration.registryDir, observations: configuration.observationsDir };

  const broken: BrokenFile[] = [];
  const catalogue = await loadCatalogue(directories, addresses, file => broken.push(file));
  for (const file of broken) tell(file);
  if (broken.length > 0 && !skipInvalid) {
    throw new RangeError(
      `${broken.length} of the registry's files are broken; mend them, or leave them out with --skip-invalid.`,
    );
  }

  await buildSite({ ...configuration, folder, skipInvalid });
  await writeStaticFiles(folder, catalogue, catalogue.entries, addresses);
  return catalogue;
}

function tell({ file, findings }: BrokenFile): void {
  for (const { pointer, rule, message, hint } of findings) {
    console.error(`${path.relative('.', file)}: ${pointer || '(document)'}: ${rule}: ${message} ${hint}`);
  }
}
