import { lengthAt, sizeOf, textAt } from '../../index/arrays/string-table.ts';
import { FAMILY, type Vocabulary } from '../vocabulary.ts';
import { isWithinEditDistance } from './edit-distance.ts';

/**
 * Returns the words within `most` edits of `wanted`, as in `isWithinEditDistance`.
 * It walks the sorted vocabulary once, and reuses the state of the prefix that a word shares with the previous one. If
 * a prefix cannot become a prefix of `wanted`, it skips all words with that prefix.
 * @param most 1 or 2
 */
export function findFuzzyMatches(vocabulary: Vocabulary, wanted: string, most: number): number[] {
  if (wanted.length > MAX_STATE_LENGTH) return compareLongWords(vocabulary, wanted, most);
  const { words, shared, families } = vocabulary;
  const { units, starts } = words;
  const states = new EditStates(wanted, most);
  const sharedAt = (place: number) => shared[families[place] ?? 0] ?? 0;
  const found: number[] = [];
  let family = 0;
  for (let word = 0; word < shared.length; ) {
    const start = starts[word] ?? 0;
    const length = (starts[word + 1] ?? 0) - start;
    let letter = shared[word] ?? 0;
    while (letter < length && states.read(letter, units[start + letter] ?? 0)) letter++;
    if (letter === length && states.isNear(length)) found.push(word);
    word++;
    if (letter === length) continue;
    const hopeless = letter + 1;
    if (hopeless <= FAMILY) {
      while (family < families.length && !((families[family] ?? 0) >= word && sharedAt(family) < hopeless)) family++;
      word = families[family] ?? shared.length;
    } else while ((shared[word] ?? 0) >= hopeless) word++;
  }
  return found;
}

/** The maximum word length that the bits of a number can represent. */
const MAX_STATE_LENGTH = 30;

/** Compares each word separately, which is fast enough because few words are this long. */
function compareLongWords({ words }: Vocabulary, wanted: string, most: number): number[] {
  const found: number[] = [];
  for (let word = 0; word < sizeOf(words); word++) {
    if (
      Math.abs(lengthAt(words, word) - wanted.length) <= most &&
      isWithinEditDistance(textAt(words, word), wanted, most)
    )
      found.push(word);
  }
  return found;
}

/**
 * A bit-parallel automaton for all ways in which the letters read so far can be a prefix of the wanted word with typos:
 * bit n of a state is set if they can be its first n letters. There is a state for no edit, for up to one, and for up
 * to two, after each letter, so that reading can resume after any of them.
 */
class EditStates {
  readonly #goal: number;
  readonly #most: number;
  readonly #places: LetterPlaces;
  readonly #exact: Int32Array;
  readonly #one: Int32Array;
  readonly #two: Int32Array;
  /** The transpositions that the next letter has to complete, by the number of previous edits. */
  readonly #exchange: Int32Array;
  readonly #exchangeAfterOne: Int32Array;

  constructor(wanted: string, most: number) {
    const letters = wanted.length + most + 2;
    this.#goal = 1 << wanted.length;
    this.#most = most;
    this.#places = new LetterPlaces(wanted);
    this.#exact = new Int32Array(letters).fill(1, 0, 1);
    this.#one = new Int32Array(letters).fill(0b11, 0, 1);
    this.#two = new Int32Array(letters).fill(0b111, 0, 1);
    this.#exchange = new Int32Array(letters);
    this.#exchangeAfterOne = new Int32Array(letters);
  }

  /** Reads a letter after the first `n`. Returns false if no prefix of the wanted word is within the distance. */
  read(n: number, letter: number): boolean {
    const at = this.#places.of(letter);
    const exact = this.#exact[n] ?? 0;
    const one = this.#one[n] ?? 0;
    const nextExact = (exact << 1) & at;
    const exchanged = (this.#exchange[n] ?? 0) & (at << 1);
    const nextOne = ((one << 1) & at) | exact | (exact << 1) | (nextExact << 1) | exchanged;
    this.#exact[n + 1] = nextExact;
    this.#one[n + 1] = nextOne;
    this.#exchange[n + 1] = (exact << 2) & at;
    if (this.#most === 1) return nextOne !== 0;
    const exchangedAfterOne = (this.#exchangeAfterOne[n] ?? 0) & (at << 1);
    const two = this.#two[n] ?? 0;
    const nextTwo = ((two << 1) & at) | one | (one << 1) | (nextOne << 1) | exchangedAfterOne;
    this.#two[n + 1] = nextTwo;
    this.#exchangeAfterOne[n + 1] = (one << 2) & at;
    return nextTwo !== 0;
  }

  /** Whether the first `n` letters can be the whole wanted word. */
  isNear(n: number): boolean {
    return (((this.#most === 1 ? this.#one : this.#two)[n] ?? 0) & this.#goal) !== 0;
  }
}

/** The positions of each letter in a word: bit n is set if it is the nth letter, counted from 1. */
class LetterPlaces {
  readonly #ascii = new Int32Array(128);
  readonly #others = new Map<number, number>();

  constructor(word: string) {
    for (let i = 0; i < word.length; i++) {
      const letter = word.charCodeAt(i);
      const places = this.of(letter) | (2 << i);
      if (letter < 128) this.#ascii[letter] = places;
      else this.#others.set(letter, places);
    }
  }

  of(letter: number): number {
    return letter < 128 ? (this.#ascii[letter] ?? 0) : (this.#others.get(letter) ?? 0);
  }
}
