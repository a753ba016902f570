import type { Row } from '#contract/row.ts';
import { hashText } from '../hash-text.ts';
import { type CommonParts, findCommonParts } from './row-packer.ts';

/** An entry. One with an id reads its row only on request, such as a card of a build. */
interface SampledEntry {
  readonly id?: string;
  readonly row: Row;
}

/** A sample has about this many rows, but at least a share of all: more make an index smaller, and take time in each build. */
const SAMPLE = 1536;
const MIN_SHARE = 1 / 32;

/** Returns the common parts of the rows of entries, from a sample of them. The entries are read several times. */
export function sampleCommonParts(entries: Iterable<SampledEntry>): CommonParts {
  return findCommonParts(sampleRows(entries));
}

function* sampleRows(entries: Iterable<SampledEntry>): Generator<Row> {
  let size = 0;
  for (const _ of entries) size++;
  const isSampled = createSampling(size);
  for (const entry of entries) if (isSampled(entry.id ?? entry.row.id)) yield entry.row;
}

/**
 * Creates the function that returns whether the sample has a listing. That depends only on its id and on the rough number of
 * listings, so that a new one leaves nearly all others in or out of the sample.
 */
export function createSampling(size: number): (id: string) => boolean {
  let share = 1;
  while (share > MIN_SHARE && share * size > SAMPLE) share /= 2;
  return id => hashText(id) % (1 / share) === 0;
}
