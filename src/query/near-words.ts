import { lengthAt, sizeOf } from './dictionary.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * The words that become `wanted` by at most `most` edits, as `withinEdits` counts them.
 *
 * The vocabulary is walked once, in its order. Distances are computed letter by letter, and kept for the letters that
 * the next word shares; as soon as the beginning of a word is too far from every beginning of `wanted`, all words with
 * that beginning are passed over.
 */
export function wordsNear({ words, shared }: Vocabulary, wanted: string, most: number): number[] {
  const { units, starts } = words;
  const table = new DistanceTable(wanted, most);
  const found: number[] = [];
  let hopeless = Number.POSITIVE_INFINITY;
  for (let word = 0; word < sizeOf(words); word++) {
    const kept = shared[word] ?? 0;
    if (kept >= hopeless) continue;
    const start = starts[word] ?? 0;
    const length = lengthAt(words, word);
    hopeless = Number.POSITIVE_INFINITY;
    for (let letter = kept; letter < length && hopeless > length; letter++) {
      if (!table.extend(letter, units[start + letter] ?? 0)) hopeless = letter + 1;
    }
    if (hopeless > length && table.distance(length) <= most) found.push(word);
  }
  return found;
}

/** The distances between the beginnings of a word and those of `wanted`, as far as they can be within `most`. */
class DistanceTable {
  readonly #wanted: Uint16Array;
  readonly #most: number;
  readonly #width: number;
  /** Row r, column c: the distance between the first r letters of the word and the first c of `wanted`. */
  readonly #cells: Uint8Array;
  readonly #word: Uint16Array;

  constructor(wanted: string, most: number) {
    this.#wanted = Uint16Array.from(wanted, (_, i) => wanted.charCodeAt(i));
    this.#most = most;
    this.#width = wanted.length + 1;
    const rows = wanted.length + most + 1;
    this.#cells = new Uint8Array(rows * this.#width).fill(most + 1);
    this.#word = new Uint16Array(rows);
    for (let column = 0; column <= Math.min(most, wanted.length); column++) this.#cells[column] = column;
  }

  /** Appends a letter to the first `length` of the word; false when no longer word can be near any more. */
  extend(length: number, letter: number): boolean {
    const row = length + 1;
    if (row >= this.#word.length) return false;
    this.#word[length] = letter;
    let least = this.#most + 1;
    const last = Math.min(this.#width - 1, row + this.#most);
    for (let column = Math.max(0, row - this.#most); column <= last; column++) {
      const distance = this.#distanceAt(row, column, letter);
      this.#cells[row * this.#width + column] = distance;
      if (distance < least) least = distance;
    }
    return least <= this.#most;
  }

  /** The distance of the whole word of this length. */
  distance(length: number): number {
    return this.#cells[length * this.#width + this.#width - 1] ?? this.#most + 1;
  }

  #distanceAt(row: number, column: number, letter: number): number {
    if (column === 0) return row;
    const wanted = this.#wanted[column - 1] ?? 0;
    const replaced = this.#cell(row - 1, column - 1) + (letter === wanted ? 0 : 1);
    const distance = Math.min(replaced, this.#cell(row - 1, column) + 1, this.#cell(row, column - 1) + 1);
    const exchanged = row > 1 && column > 1 && this.#word[row - 2] === wanted && this.#wanted[column - 2] === letter;
    return Math.min(distance, exchanged ? this.#cell(row - 2, column - 2) + 1 : distance, this.#most + 1);
  }

  #cell(row: number, column: number): number {
    return this.#cells[row * this.#width + column] ?? 0;
  }
}
