import { createStringTable, type StringTable } from '../index/arrays/string-table.ts';

/** All terms of a registry, with an index for similar words. */
export interface Vocabulary {
  readonly words: StringTable;
  /** For each word, the length of the prefix that it shares with the previous one; at most 255. */
  readonly shared: Uint8Array<ArrayBuffer>;
  /** The first word of each family. */
  readonly families: Uint32Array<ArrayBuffer>;
}

/** Words whose first letters, this many, are equal are a family. */
export const FAMILY = 3;

/** Creates a vocabulary of sorted words. */
export function createVocabulary(sorted: readonly string[]): Vocabulary {
  const shared = new Uint8Array(sorted.length);
  const families: number[] = [];
  for (let word = 0; word < sorted.length; word++) {
    const letters = countSharedLetters(sorted[word - 1] ?? '', sorted[word] ?? '');
    shared[word] = Math.min(255, letters);
    if (letters < FAMILY) families.push(word);
  }
  return { words: createStringTable(sorted), shared, families: Uint32Array.from(families) };
}

function countSharedLetters(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}
