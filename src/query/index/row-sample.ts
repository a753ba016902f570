import { hashText } from './hash-text.ts';

/** The maximum expected number of rows in a sample. More rows hardly make an index smaller. */
const MAX_ROWS = 1536;

/**
 * Returns a function that tells whether a row is in the sample for the phrases of an index (`RowPacker`). That depends only
 * on its id and the rough number of rows, so that a new row leaves the others in or out of the sample.
 */
export function createRowSample(rows: number): (id: string) => boolean {
  let mask = 0;
  while (rows / (mask + 1) > MAX_ROWS) mask = 2 * mask + 1;
  return id => (hashText(id) & mask) === 0;
}
