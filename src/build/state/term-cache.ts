import type { AnalyzedText } from '#query/index/build-index.ts';
import { GrowingArray } from '#query/index/growing-array.ts';
import { SharedTerms } from '#query/index/shared-terms.ts';
import { readCheckedFile, splitLine, writeCheckedFile } from './checked-file.ts';

/** The first line, as JSON, before the arrays of a `TextTable`. */
interface Names {
  /** The keys of the listings. */
  readonly keys: readonly string[];
  /** All terms, each with its position as its number. */
  readonly strings: readonly string[];
  /** The length of a direction. */
  readonly dimensions: number;
}

/** The share of listings without cached terms above which the file is written again. */
const MAX_MISSING = 0.05;

/**
 * The analyzed texts of all listings in a file, because splitting texts into terms takes most of the time of an index. A
 * listing is identified by the key of its texts, so a changed one is computed again, and so is everything after a change of
 * the code.
 */
export class TermCache {
  readonly #file: string;
  readonly #key: string;
  /** The texts from the file. */
  readonly #known: TextTable;
  readonly #computed = new TextTableBuilder();
  /** The keys of the texts that were used. */
  readonly #used = new Set<string>();

  /** @param key identifies the code */
  constructor(file: string, key: string) {
    this.#file = file;
    this.#key = key;
    this.#known = readTexts(file, key);
  }

  /** Returns the analyzed texts of the listing whose texts have a key. */
  get(textKey: string, compute: () => AnalyzedText): AnalyzedText {
    const known = this.find(textKey);
    if (known) return known;
    const computed = compute();
    this.#computed.add(textKey, computed);
    this.#used.add(textKey);
    return computed;
  }

  /** Returns the analyzed texts of a listing if they were computed before. */
  find(textKey: string): AnalyzedText | undefined {
    const known = this.#computed.find(textKey) ?? find(this.#known, textKey);
    if (known) this.#used.add(textKey);
    return known;
  }

  /** Saves the texts that were used, unless the file already has nearly all of them. */
  save(): void {
    if (this.#computed.size <= MAX_MISSING * this.#used.size) return;
    for (const textKey of this.#used) {
      const known = this.#computed.has(textKey) ? undefined : find(this.#known, textKey);
      if (known) this.#computed.add(textKey, known);
    }
    writeCheckedFile(this.#file, this.#key, this.#computed.toBytes());
  }
}

/** The analyzed texts of many listings in a few arrays: as maps, they would need more memory than the index. */
interface TextTable {
  /** The position of each listing by the key of its texts. */
  readonly positions: ReadonlyMap<string, number>;
  readonly strings: readonly string[];
  /** The start of the terms of each listing, followed by the end of the last one. */
  readonly starts: Uint32Array;
  /** The terms of the listings as positions in `strings`, one listing after another, and their weights. */
  readonly terms: Uint32Array;
  readonly weights: Uint8Array;
  readonly directions: Int8Array;
  /** The length of a direction. */
  readonly dimensions: number;
}

function find(table: TextTable, textKey: string): AnalyzedText | undefined {
  const position = table.positions.get(textKey);
  if (position === undefined) return undefined;
  const [start, end] = [table.starts[position], table.starts[position + 1]];
  return {
    terms: new SharedTerms(table.strings, table.terms.subarray(start, end), table.weights.subarray(start, end)),
    direction: table.directions.subarray(position * table.dimensions, (position + 1) * table.dimensions),
  };
}

class TextTableBuilder {
  readonly #positions = new Map<string, number>();
  readonly #strings: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** For a list of terms that listings share, the number of each term plus one; zero if it is not known yet. */
  readonly #ofLists = new WeakMap<readonly string[], Uint32Array>();
  readonly #starts = new GrowingArray(new Uint32Array(1));
  readonly #terms = new GrowingArray(new Uint32Array());
  readonly #weights = new GrowingArray(new Uint8Array());
  readonly #directions = new GrowingArray(new Int8Array());
  #dimensions = 0;

  constructor() {
    this.#starts.push(0);
  }

  get size(): number {
    return this.#positions.size;
  }

  has(textKey: string): boolean {
    return this.#positions.has(textKey);
  }

  add(textKey: string, { terms, direction }: AnalyzedText): void {
    this.#positions.set(textKey, this.size);
    if (terms instanceof SharedTerms) {
      const { list, positions, weights } = terms;
      const numbers = this.#ofLists.get(list) ?? new Uint32Array(list.length);
      this.#ofLists.set(list, numbers);
      for (const position of positions) {
        const number = numbers[position] || this.#numberOf(list[position] ?? '') + 1;
        numbers[position] = number;
        this.#terms.push(number - 1);
      }
      this.#weights.append(weights);
    } else {
      for (const [term, weight] of terms) {
        this.#terms.push(this.#numberOf(term));
        this.#weights.push(weight);
      }
    }
    this.#starts.push(this.#terms.length);
    this.#directions.append(direction);
    this.#dimensions = direction.length;
  }

  find(textKey: string): AnalyzedText | undefined {
    return this.has(textKey) ? find(this.#view(), textKey) : undefined;
  }

  /** Returns the content of the file in pieces. */
  toBytes(): readonly Uint8Array[] {
    const { positions, strings, starts, terms, weights, directions, dimensions } = this.#view();
    const names: Names = { keys: [...positions.keys()], strings, dimensions };
    const arrays = [starts, terms, weights, directions];
    return [
      Buffer.from(`${JSON.stringify(names)}\n`),
      ...arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
    ];
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    this.#numbers.set(term, this.#strings.length);
    return this.#strings.push(term) - 1;
  }

  #view(): TextTable {
    return {
      positions: this.#positions,
      strings: this.#strings,
      starts: this.#starts.view(),
      terms: this.#terms.view(),
      weights: this.#weights.view(),
      directions: this.#directions.view(),
      dimensions: this.#dimensions,
    };
  }
}

/** Returns the analyzed texts in a file; none if the file is missing, damaged, or from other code. */
function readTexts(file: string, key: string): TextTable {
  const [names, body] = splitLine<Names>(readCheckedFile(file, key) ?? Buffer.alloc(0));
  const { keys, strings, dimensions } = names ?? { keys: [], strings: [], dimensions: 0 };
  const total = names ? (body.length - 4 * (keys.length + 1) - dimensions * keys.length) / 5 : 0;
  // A copy, because typed arrays start at a multiple of their element size.
  const integers = new Uint32Array(new Uint8Array(body.subarray(0, 4 * (keys.length + 1 + total))).buffer);
  const rest = body.subarray(integers.byteLength);
  return {
    positions: new Map(keys.map((textKey, position) => [textKey, position])),
    strings,
    starts: integers.subarray(0, keys.length + 1),
    terms: integers.subarray(keys.length + 1),
    weights: rest.subarray(0, total),
    directions: new Int8Array(rest.buffer, rest.byteOffset + total, dimensions * keys.length),
    dimensions,
  };
}
