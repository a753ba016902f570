import { lengthAt, sizeOf, textAt } from '../index/string-table.ts';
import { isWithinEditDistance } from './edit-distance.ts';
import { FAMILY, type Vocabulary } from './vocabulary.ts';

/**
 * The words that become `wanted` by at most `most` edits, as `withinEdits` counts them.
 *
 * The vocabulary is walked once, in its order. What is known of the letters that a word shares with the one before is
 * kept; as soon as the beginning of a word cannot become a beginning of `wanted`, all words that begin so are passed
 * over.
 *
 * @param most 1 or 2
 */
export function findFuzzyMatches(vocabulary: Vocabulary, wanted: string, most: number): number[] {
  if (wanted.length > LONGEST_STATE) return longWordsNear(vocabulary, wanted, most);
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

/** The most letters that the bits of a number tell of. */
const LONGEST_STATE = 30;

/** So few words are this long that each is compared. */
function longWordsNear({ words }: Vocabulary, wanted: string, most: number): number[] {
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
 * All ways in which the letters read so far can be a misspelt beginning of the wanted word: bit n of a number says that
 * they can be its first n letters. There is such a number for no edit, for up to one, and for up to two, after each
 * letter, so that reading can go on from any of them.
 */
class EditStates {
  readonly #goal: number;
  readonly #most: number;
  readonly #places: LetterPlaces;
  readonly #exact: Int32Array;
  readonly #one: Int32Array;
  readonly #two: Int32Array;
  /** The ways that need the next letter to be the one passed over: two neighbours exchanged, by the edits before. */
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

  /** Reads a letter after the first `n`; false when no beginning of the wanted word is near enough. */
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

/** Where in a word each letter is: bit n says that it is the nth, counted from 1. */
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
