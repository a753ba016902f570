import type { Catalogue } from '#edge/catalogue.ts';
import type { Addresses } from '#edge/configuration.ts';
import { endpointPages } from '#listing/endpoint-pages.ts';
import type { Entry } from '#query/plain-engine.ts';
import { putDocuments } from './documents.ts';
import { Ledger } from './ledger.ts';
import { builtListings, putExport, putListingFiles } from './listings.ts';
import { putLists } from './lists.ts';
import { putQueryIndex } from './query-index.ts';

/** Writes the static files of a whole registry, as a build does, without the site. */
export async function writeStaticFiles(
  folder: string,
  catalogue: Catalogue,
  entries: readonly Entry[],
  addresses: Addresses,
): Promise<Ledger> {
  const ledger = new Ledger(folder);
  const cards = await Promise.all(
    entries.map(async ({ row }) => {
      const { data } = JSON.parse(String(await catalogue.listing(row.id)));
      return { row, endpointPages: endpointPages(data.manifest.endpoints).length };
    }),
  );
  await putQueryIndex(entries, ledger);
  await putListingFiles({ catalogue, cards }, ledger);
  const ids = entries.map(({ row }) => row.id);
  await putExport(builtListings(catalogue, folder), ids, ledger);
  await putLists({ catalogue, addresses }, ledger);
  await putDocuments(folder, { catalogue, addresses }, ledger);
  return ledger;
}
