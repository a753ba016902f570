import { InvertedIndexBuilder, listsOf } from '../index/inverted-index.ts';
import { listingsIn, members } from '../index/listing-set.ts';
import { lengthOf, type PostingLists } from '../index/posting-lists.ts';
import { createStringTable, hasAt, lengthAt, numberOf, type StringTable } from '../index/string-table.ts';

/** All words and signs of a registry, and how to find those that are like another. */
export interface Vocabulary {
  readonly words: StringTable;
  /** For each word, how many letters it begins with that the word before it begins with, too; at most 255. */
  readonly shared: Uint8Array<ArrayBuffer>;
  /** The words that begin with other letters, among the first three, than the word before. */
  readonly families: Uint32Array<ArrayBuffer>;
  /** All runs of one, two and three letters that occur in words. */
  readonly runs: StringTable;
  /** For each run, the words that it occurs in. */
  readonly containing: PostingLists;
}

/** Words that begin with the same letters, this many, are a family. */
export const FAMILY = 3;

const LONGEST_RUN = 3;

/** Makes a vocabulary of words that are sorted already. */
export function createVocabulary(sorted: readonly string[]): Vocabulary {
  const containing = new InvertedIndexBuilder();
  for (const word of sorted) containing.add(runsOf(word));
  const all = Uint32Array.from(sorted.keys());
  const runs = [...containing.strings(all)].sort();
  const shared = Uint8Array.from(sorted, (word, i) => Math.min(255, sharedLetters(sorted[i - 1] ?? '', word)));
  return {
    words: createStringTable(sorted),
    shared,
    families: Uint32Array.from([...shared.keys()].filter(word => (shared[word] ?? 0) < FAMILY)),
    runs: createStringTable(runs),
    containing: listsOf(runs, all, [containing]),
  };
}

/** The words that contain `text`, or that end with it. */
export function wordsWithin(vocabulary: Vocabulary, text: string, where: 'end' | 'anywhere'): number[] {
  const { words } = vocabulary;
  const candidates = wordsWithRunsOf(vocabulary, text);
  if (where === 'anywhere' && text.length <= LONGEST_RUN) return candidates;
  return candidates.filter(word => {
    const last = lengthAt(words, word) - text.length;
    for (let distance = where === 'end' ? Math.max(0, last) : 0; distance <= last; distance++) {
      if (hasAt(words, word, text, distance)) return true;
    }
    return false;
  });
}

/** The words that contain the rarest of the runs of letters in `text`: few, and no other can contain `text`. */
function wordsWithRunsOf({ runs, containing }: Vocabulary, text: string): number[] {
  const length = Math.min(text.length, LONGEST_RUN);
  let rarest: number | undefined;
  for (let i = 0; i + length <= text.length; i++) {
    const run = numberOf(runs, text.slice(i, i + length));
    if (run === undefined) return [];
    if (rarest === undefined || lengthOf(containing, run) < lengthOf(containing, rarest)) rarest = run;
  }
  return rarest === undefined ? [] : Array.from(members(listingsIn(containing, [rarest])));
}

function runsOf(word: string): Set<string> {
  const runs = new Set<string>();
  for (let length = 1; length <= LONGEST_RUN; length++) {
    for (let i = 0; i + length <= word.length; i++) runs.add(word.slice(i, i + length));
  }
  return runs;
}

function sharedLetters(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}
