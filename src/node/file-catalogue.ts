import { type Catalogue, summaryOf } from '#edge/catalogue.ts';
import { listingDocument } from '#edge/listings.ts';
import { detailOf } from '#listing/detail.ts';
import { listingOf } from '#listing/listing.ts';
import { type Bases, rowOf } from '#listing/row.ts';
import { type Entry, plainEngine } from '#query/plain-engine.ts';
import { type DataDirectories, readListings } from '#store/listing-files.ts';
import { type FileResult, readObservation, readRecord } from '#store/record-files.ts';

/** A file that does not hold what its place promises. */
export type BrokenFile = Extract<FileResult<unknown>, { ok: false }>;

/** A registry's catalogue, and the entries that it was made from. */
export interface FileCatalogue extends Catalogue {
  readonly entries: readonly Entry[];
}

/**
 * Loads a registry from its files: rows are kept in memory, and whole listings are read when they are asked for.
 * @param onBroken told of each broken file; its listing is left out
 */
export async function loadCatalogue(
  directories: DataDirectories,
  bases: Bases,
  onBroken: (file: BrokenFile) => void,
): Promise<FileCatalogue> {
  const entries: Entry[] = [];
  for await (const result of readListings(directories)) {
    if (result.ok) entries.push({ row: rowOf(result.value, bases), changedAt: result.value.changed_at });
    else onBroken(result);
  }
  const ids = new Set(entries.map(({ row }) => row.id));
  return {
    entries,
    engine: plainEngine(entries),
    summary: summaryOf(entries),
    listing: async id => (ids.has(id) ? readListing(directories, id, bases) : undefined),
  };
}

async function readListing(
  { registry, observations }: DataDirectories,
  id: string,
  bases: Bases,
): Promise<string | undefined> {
  const record = await readRecord(registry, id);
  const observation = observations === undefined ? undefined : await readObservation(observations, id);
  if (!record?.ok) return undefined;
  return listingDocument(detailOf(listingOf(record.value, observation?.ok ? observation.value : undefined), bases));
}
