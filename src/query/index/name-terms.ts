import { ByteBuffer, numberAt } from './arrays/byte-buffer.ts';

/** The words of the names of listings, each as the number of its term. */
export interface NameTerms {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The start of each name in `bytes`, followed by the end of the last one. */
  readonly starts: Uint32Array<ArrayBuffer>;
}

/**
 * Stores names.
 * @param names for each listing, the terms that are the words of its name
 */
export function createNameTerms(names: Iterable<readonly number[]>): NameTerms {
  const bytes = new ByteBuffer();
  const starts = [0];
  for (const name of names) {
    for (const term of name) bytes.number(term);
    starts.push(bytes.length);
  }
  return { bytes: bytes.take(), starts: Uint32Array.from(starts) };
}

/**
 * Replaces some names, and renumbers the terms of the others.
 * @param replaced the terms of some listings, in their new numbers
 * @param renumbered the new number of each term
 */
export function updateNameTerms(
  { bytes, starts }: NameTerms,
  replaced: ReadonlyMap<number, readonly number[]>,
  renumbered: Uint32Array,
): NameTerms {
  const updated = new ByteBuffer();
  const updatedStarts = new Uint32Array(starts.length);
  for (let listing = 0; listing < starts.length - 1; listing++) {
    const terms = replaced.get(listing);
    if (terms) for (const term of terms) updated.number(term);
    else {
      const end = starts[listing + 1] ?? 0;
      for (let at = starts[listing] ?? 0; at < end; ) {
        updated.number(renumbered[numberAt(bytes, at)] ?? 0);
        while ((bytes[at++] ?? 0) > 0x7f);
      }
    }
    updatedStarts[listing + 1] = updated.length;
  }
  return { bytes: updated.take(), starts: updatedStarts };
}

/**
 * Reads the terms of a name, at most as many as there is room for.
 * @param to the output
 * @returns the number of terms
 */
export function readNameTerms({ bytes, starts }: NameTerms, listing: number, to: Uint32Array): number {
  const end = starts[listing + 1] ?? 0;
  let found = 0;
  for (let at = starts[listing] ?? 0; at < end && found < to.length; ) {
    to[found++] = numberAt(bytes, at);
    while ((bytes[at++] ?? 0) > 0x7f);
  }
  return found;
}
