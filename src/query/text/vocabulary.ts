import { InvertedIndexBuilder, listsOf } from '../index/inverted-index.ts';
import { listingsIn, members } from '../index/listing-set.ts';
import { lengthOf, type PostingLists } from '../index/posting-lists.ts';
import { createStringTable, hasAt, lengthAt, numberOf, type StringTable } from '../index/string-table.ts';

/** All words and symbols of a registry, with indexes for similar words. */
export interface Vocabulary {
  readonly words: StringTable;
  /** For each word, the length of the prefix that it shares with the previous one; at most 255. */
  readonly shared: Uint8Array<ArrayBuffer>;
  /** The first word of each family. */
  readonly families: Uint32Array<ArrayBuffer>;
  /** All runs of one, two, and three letters that occur in words. */
  readonly runs: StringTable;
  /** For each run, the words that contain it. */
  readonly containing: PostingLists;
}

/** Words whose first letters, this many, are equal are a family. */
export const FAMILY = 3;

const MAX_RUN_LENGTH = 3;

/** Creates a vocabulary of sorted words. */
export function createVocabulary(sorted: readonly string[]): Vocabulary {
  const containing = new InvertedIndexBuilder();
  for (const word of sorted) containing.add(findRuns(word));
  const all = Uint32Array.from(sorted.keys());
  const runs = [...containing.strings(all)].sort();
  const shared = Uint8Array.from(sorted, (word, i) => Math.min(255, countSharedLetters(sorted[i - 1] ?? '', word)));
  return {
    words: createStringTable(sorted),
    shared,
    families: Uint32Array.from([...shared.keys()].filter(word => (shared[word] ?? 0) < FAMILY)),
    runs: createStringTable(runs),
    containing: listsOf(runs, all, [containing]),
  };
}

/** Returns the words that contain `text`, or that end with it. */
export function wordsWithin(vocabulary: Vocabulary, text: string, where: 'end' | 'anywhere'): number[] {
  const { words } = vocabulary;
  const candidates = findCandidates(vocabulary, text);
  if (where === 'anywhere' && text.length <= MAX_RUN_LENGTH) return candidates;
  return candidates.filter(word => {
    const last = lengthAt(words, word) - text.length;
    for (let distance = where === 'end' ? Math.max(0, last) : 0; distance <= last; distance++) {
      if (hasAt(words, word, text, distance)) return true;
    }
    return false;
  });
}

/**
 * Returns the words that contain the rarest run of letters in `text`: few candidates, but all words that contain
 * `text`.
 */
function findCandidates({ runs, containing }: Vocabulary, text: string): number[] {
  const length = Math.min(text.length, MAX_RUN_LENGTH);
  let rarest: number | undefined;
  for (let i = 0; i + length <= text.length; i++) {
    const run = numberOf(runs, text.slice(i, i + length));
    if (run === undefined) return [];
    if (rarest === undefined || lengthOf(containing, run) < lengthOf(containing, rarest)) rarest = run;
  }
  return rarest === undefined ? [] : Array.from(members(listingsIn(containing, [rarest])));
}

function findRuns(word: string): Set<string> {
  const runs = new Set<string>();
  for (let length = 1; length <= MAX_RUN_LENGTH; length++) {
    for (let i = 0; i + length <= word.length; i++) runs.add(word.slice(i, i + length));
  }
  return runs;
}

function countSharedLetters(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}
