import { bitSet, membersOf } from './bit-set.ts';
import { type Dictionary, dictionaryOf, hasAt, lengthAt, numberOf, sizeOf } from './dictionary.ts';
import { type PostingLists, PostingListsBuilder, uniteList } from './posting-lists.ts';

/** All words and signs of a registry, and how to find those that are like another. */
export interface Vocabulary {
  readonly words: Dictionary;
  /** For each word, how many letters it begins with that the word before it begins with, too; at most 255. */
  readonly shared: Uint8Array<ArrayBuffer>;
  /** All runs of three letters that occur in words. */
  readonly trigrams: Dictionary;
  /** For each run, the words that it occurs in. */
  readonly containing: PostingLists;
}

const GRAM = 3;

/** Makes a vocabulary of words that are sorted already. */
export function vocabularyOf(sorted: readonly string[]): Vocabulary {
  const containing = new Map<string, number[]>();
  for (const [number, word] of sorted.entries()) {
    for (const gram of gramsOf(word)) {
      const words = containing.get(gram);
      if (words === undefined) containing.set(gram, [number]);
      else words.push(number);
    }
  }
  const grams = [...containing.keys()].sort();
  const lists = new PostingListsBuilder(sorted.length);
  for (const gram of grams) lists.add(Uint32Array.from(containing.get(gram) ?? []));
  return {
    words: dictionaryOf(sorted),
    shared: Uint8Array.from(sorted, (word, i) => Math.min(255, sharedLetters(sorted[i - 1] ?? '', word))),
    trigrams: dictionaryOf(grams),
    containing: lists.build(),
  };
}

/** The words that contain `text`, or that end with it. */
export function wordsWithin(vocabulary: Vocabulary, text: string, where: 'end' | 'anywhere'): number[] {
  const { words } = vocabulary;
  const candidates = text.length < GRAM ? Array(sizeOf(words)).keys() : wordsWithGramsOf(vocabulary, text);
  const found: number[] = [];
  for (const word of candidates) {
    const last = lengthAt(words, word) - text.length;
    for (let distance = where === 'end' ? Math.max(0, last) : 0; distance <= last; distance++) {
      if (!hasAt(words, word, text, distance)) continue;
      found.push(word);
      break;
    }
  }
  return found;
}

/** The words that contain the rarest of the runs of letters in `text`: few, and no other can contain `text`. */
function wordsWithGramsOf({ trigrams, containing }: Vocabulary, text: string): Iterable<number> {
  let rarest: number | undefined;
  for (const gram of gramsOf(text)) {
    const number = numberOf(trigrams, gram);
    if (number === undefined) return [];
    if (rarest === undefined || bytesOf(containing, number) < bytesOf(containing, rarest)) rarest = number;
  }
  const words = bitSet(containing.size);
  if (rarest !== undefined) uniteList(words, containing, rarest);
  return membersOf(words);
}

function bytesOf({ starts, bytes, size }: PostingLists, list: number): number {
  const start = starts[list] ?? 0;
  return bytes[start] === 0 ? size : (starts[list + 1] ?? 0) - start;
}

function gramsOf(word: string): Set<string> {
  const grams = new Set<string>();
  for (let i = 0; i + GRAM <= word.length; i++) grams.add(word.slice(i, i + GRAM));
  return grams;
}

function sharedLetters(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}
