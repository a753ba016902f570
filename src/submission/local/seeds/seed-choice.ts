import type { ListingRecord } from '#listing/listing-record.ts';

/** One record's three sides, each by the hash of its bytes; undefined where there is no file. */
export interface Sides {
  /** The seed's, when it was last brought in. */
  readonly base: string | undefined;
  /** The repository's. */
  readonly current: string | undefined;
  /** The seed's now. */
  readonly seed: { readonly id: string; readonly record: ListingRecord } | undefined;
}

/**
 * Whether the repository takes a record's seed over; a seed that is gone is taken over by removing the record.
 *
 * What only the seed changed is taken. What only the repository changed, by a submission, stays. Where both changed, the
 * publisher's word beats documentation, and then the later snapshot beats the earlier one: so a newer clone brings its
 * news, and an older one undoes nothing. A record that was submitted here stays when the seed drops it.
 *
 * @param ours reads the repository's record, which is asked for only when both changed
 */
export async function seedChoice({ base, current, seed }: Sides, ours: () => Promise<ListingRecord>): Promise<boolean> {
  if (seed?.id === current) return false;
  if (current === undefined || current === base) return true;
  if (!seed || seed.id === base) return false;
  const mine = await ours();
  if (mine.source.type !== seed.record.source.type) return seed.record.source.type === 'publisher';
  return Date.parse(seed.record.updated_at) > Date.parse(mine.updated_at);
}
