import { type StringTable, sizeOf } from '../index/arrays/string-table.ts';

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

/** Creates a vocabulary of words. */
export function createVocabulary(words: StringTable): Vocabulary {
  const shared = new Uint8Array(sizeOf(words));
  const families: number[] = [];
  for (let word = 0; word < shared.length; word++) {
    const letters = word === 0 ? 0 : countSharedLetters(words, word);
    shared[word] = letters;
    if (letters < FAMILY) families.push(word);
  }
  return { words, shared, families: Uint32Array.from(families) };
}

/** Returns the length of the prefix that a word shares with the previous one, at most 255. */
function countSharedLetters({ units, starts }: StringTable, word: number): number {
  const [before, start, end] = [starts[word - 1] ?? 0, starts[word] ?? 0, starts[word + 1] ?? 0];
  const most = Math.min(255, start - before, end - start);
  let shared = 0;
  while (shared < most && units[before + shared] === units[start + shared]) shared++;
  return shared;
}
