import type { AnalyzedText } from '#query/index/build-index.ts';
import { SharedTerms } from '#query/index/shared-terms.ts';
import { readCheckedFile, splitLine, writeCheckedFile } from './checked-file.ts';

/**
 * The first line, as JSON, before the lengths of the lists of terms, the numbers of the terms, their weights, and the
 * directions.
 */
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
  readonly #known: ReadonlyMap<string, () => AnalyzedText>;
  /** Not the texts themselves: those of all listings would use more memory than the index. */
  readonly #used = new Map<string, () => AnalyzedText>();
  #missing = 0;

  /** @param key identifies the code */
  constructor(file: string, key: string) {
    this.#file = file;
    this.#key = key;
    this.#known = readTexts(file, key);
  }

  /** Returns the analyzed texts of the listing whose texts have a key. */
  get(textKey: string, compute: () => AnalyzedText): AnalyzedText {
    const known = this.#known.get(textKey);
    if (known) {
      this.#used.set(textKey, known);
      return known();
    }
    this.#missing++;
    const computed = compute();
    this.#used.set(textKey, () => computed);
    return computed;
  }

  /** Saves the texts that were used, unless the file already has nearly all of them. */
  save(): void {
    if (this.#missing <= MAX_MISSING * this.#used.size) return;
    const texts = new Map([...this.#used].map(([textKey, read]) => [textKey, read()]));
    writeCheckedFile(this.#file, this.#key, toBytes(texts));
  }
}

/** Returns the analyzed texts by key; none if the file is missing, damaged, or from other code. */
function readTexts(file: string, key: string): ReadonlyMap<string, () => AnalyzedText> {
  const found = new Map<string, () => AnalyzedText>();
  const [names, body] = splitLine<Names>(readCheckedFile(file, key) ?? Buffer.alloc(0));
  if (!names) return found;
  const { keys, strings, dimensions } = names;
  const total = (body.length - (4 + dimensions) * keys.length) / 5;
  // A copy, because typed arrays start at a multiple of their element size.
  const integers = new Uint32Array(new Uint8Array(body.subarray(0, 4 * (keys.length + total))).buffer);
  const weights = body.subarray(integers.byteLength);
  const directions = new Int8Array(weights.buffer, weights.byteOffset + total);
  let start = 0;
  for (const [at, textKey] of keys.entries()) {
    const [from, to] = [start, start + (integers[at] ?? 0)];
    start = to;
    found.set(textKey, () => {
      const positions = integers.subarray(keys.length + from, keys.length + to);
      return {
        terms: new SharedTerms(strings, positions, weights.subarray(from, to)),
        direction: directions.subarray(at * dimensions, (at + 1) * dimensions),
      };
    });
  }
  return found;
}

function toBytes(all: ReadonlyMap<string, AnalyzedText>): Buffer {
  const numbers = new Map<string, number>();
  const texts = [...all.values()];
  const total = texts.reduce((sum, { terms }) => sum + terms.size, 0);
  const dimensions = texts[0]?.direction.length ?? 0;
  const integers = new Uint32Array(all.size + total);
  const weights = new Uint8Array(total);
  const directions = new Int8Array(all.size * dimensions);
  let [listing, end] = [0, 0];
  for (const { terms, direction } of texts) {
    directions.set(direction, listing * dimensions);
    integers[listing++] = terms.size;
    for (const [term, weight] of terms) {
      const number = numbers.get(term) ?? numbers.size;
      numbers.set(term, number);
      integers[all.size + end] = number;
      weights[end++] = weight;
    }
  }
  const names: Names = { keys: [...all.keys()], strings: [...numbers.keys()], dimensions };
  const parts = [new Uint8Array(integers.buffer), weights, new Uint8Array(directions.buffer)];
  return Buffer.concat([Buffer.from(`${JSON.stringify(names)}\n`), ...parts]);
}
