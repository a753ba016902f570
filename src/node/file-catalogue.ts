import { type Catalogue, summaryOf } from '#edge/catalogue.ts';
import { detailOf } from '#listing/detail.ts';
import { listingOf } from '#listing/listing.ts';
import { type Bases, rowOf } from '#listing/row.ts';
import { type Entry, plainEngine } from '#query/plain-engine.ts';
import { type DataDirectories, readListings } from '#store/listing-files.ts';
import { type FileResult, readObservation, readRecord } from '#store/record-files.ts';

/** A file that does not hold what its place promises. */
export type BrokenFile = Extract<FileResult<unknown>, { ok: false }>;

/**
 * Loads a registry from its files: rows are kept in memory, and whole listings are read when they are asked for.
 * @param onBroken told of each broken file; its listing is left out
 */
export async function loadCatalogue(
  directories: DataDirectories,
  bases: Bases,
  onBroken: (file: BrokenFile) => void,
): Promise<Catalogue> {
  const entries: Entry[] = [];
  for await (const result of readListings(directories)) {
    if (result.ok) entries.push({ row: rowOf(result.value, bases), changedAt: result.value.changed_at });
    else onBroken(result);
  }
  const ids = new Set(entries.map(({ row }) => row.id));
  return {
    engine: plainEngine(entries),
    summary: summaryOf(entries),
    detail: async id => (ids.has(id) ? readDetail(directories, id, bases) : undefined),
  };
}

async function readDetail(
  { registry, observations }: DataDirectories,
  id: string,
  bases: Bases,
): Promise<string | undefined> {
  const record = await readRecord(registry, id);
  const observation = observations === undefined ? undefined : await readObservation(observations, id);
  if (!record?.ok) return undefined;
  return JSON.stringify(detailOf(listingOf(record.value, observation?.ok ? observation.value : undefined), bases));
}
