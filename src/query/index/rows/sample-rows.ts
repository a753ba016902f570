import type { Row } from '#contract/row.ts';
import { hashText } from '../hash-text.ts';

/** An entry. One with an id reads its row only on request, such as a card of a build. */
interface SampledEntry {
  readonly id?: string;
  readonly row: Row;
}

/** A sample has about this many rows, but at least a share of all: more make an index smaller, and take time in each build. */
const SAMPLE = 1536;
const MIN_SHARE = 1 / 32;

/**
 * Returns the rows that the phrases of packed rows are taken from. They depend only on the ids and on the rough number of
 * rows, so that a new row leaves nearly all others in or out of the sample.
 */
export function* sampleRows(entries: Iterable<SampledEntry>): Generator<Row> {
  let size = 0;
  for (const _ of entries) size++;
  let share = 1;
  while (share > MIN_SHARE && share * size > SAMPLE) share /= 2;
  for (const entry of entries) if (hashText(entry.id ?? entry.row.id) % (1 / share) === 0) yield entry.row;
}
