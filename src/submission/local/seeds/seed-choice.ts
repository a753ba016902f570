import type { ListingRecord } from '#listing/listing-record.ts';

/** The three versions of a record, each as the hash of its bytes. Undefined if there is no file. */
export interface Sides {
  /** The seed at the last import. */
  readonly base: string | undefined;
  /** The version in the repository. */
  readonly current: string | undefined;
  /** The current seed. */
  readonly seed: { readonly id: string; readonly record: ListingRecord } | undefined;
}

/**
 * Whether to import the seed of a record. If the seed was deleted, the import removes the record.
 *
 * A change of only the seed is imported. A change of only the repository, by a submission, stays. If both changed, a
 * publisher record replaces one from documentation; otherwise the later snapshot applies. So a newer clone brings
 * updates, and an older one reverts nothing. A record that was submitted here stays if the seed deletes it.
 *
 * @param ours reads the record of the repository; called only if both changed
 */
export async function seedChoice({ base, current, seed }: Sides, ours: () => Promise<ListingRecord>): Promise<boolean> {
  if (seed?.id === current) return false;
  if (current === undefined || current === base) return true;
  if (!seed || seed.id === base) return false;
  const mine = await ours();
  if (mine.source.type !== seed.record.source.type) return seed.record.source.type === 'publisher';
  return Date.parse(seed.record.updated_at) > Date.parse(mine.updated_at);
}
