import { readCheckedFile, splitLine, writeCheckedFile } from './checked-file.ts';

/** The weighted terms of a listing's texts, in the order in which the index builder found them. */
type Terms = ReadonlyMap<string, number>;

/** The first line, before the lengths of the lists of terms, the numbers of the terms, and their weights. */
interface Names {
  /** The keys of the listings. */
  readonly keys: readonly string[];
  /** All terms, each with its position as its number. */
  readonly strings: readonly string[];
}

/** The share of listings without cached terms above which the file is written again. */
const MAX_MISSING = 0.05;

/**
 * The terms of all listings in a file, because splitting their texts takes most of the time of an index. A listing is
 * identified by the key of its texts, so a changed one is computed again, and so is everything after a change of the code.
 */
export class TermCache {
  readonly #file: string;
  readonly #key: string;
  readonly #known: ReadonlyMap<string, () => Terms>;
  readonly #used = new Map<string, Terms>();
  #missing = 0;

  /** @param key identifies the code */
  constructor(file: string, key: string) {
    this.#file = file;
    this.#key = key;
    this.#known = readTerms(file, key);
  }

  /** Returns the terms of the listing whose texts have a key. */
  get(textKey: string, compute: () => Terms): Terms {
    const known = this.#known.get(textKey);
    if (!known) this.#missing++;
    const terms = known ? known() : compute();
    this.#used.set(textKey, terms);
    return terms;
  }

  /** Saves the terms that were used, unless the file already has nearly all of them. */
  save(): void {
    if (this.#missing <= MAX_MISSING * this.#used.size) return;
    writeCheckedFile(this.#file, this.#key, toBytes(this.#used));
  }
}

/** Returns the terms by key; none if the file is missing, damaged, or from other code. */
function readTerms(file: string, key: string): ReadonlyMap<string, () => Terms> {
  const found = new Map<string, () => Terms>();
  const [names, body] = splitLine<Names>(readCheckedFile(file, key) ?? Buffer.alloc(0));
  if (!names) return found;
  const { keys, strings } = names;
  const total = (body.length - 4 * keys.length) / 5;
  // A copy, because typed arrays start at a multiple of their element size.
  const integers = new Uint32Array(new Uint8Array(body.subarray(0, 4 * (keys.length + total))).buffer);
  const weights = body.subarray(integers.byteLength);
  let start = 0;
  for (const [at, textKey] of keys.entries()) {
    const [from, to] = [start, start + (integers[at] ?? 0)];
    start = to;
    found.set(textKey, () => {
      const terms = new Map<string, number>();
      for (let i = from; i < to; i++) terms.set(strings[integers[keys.length + i] ?? 0] ?? '', weights[i] ?? 0);
      return terms;
    });
  }
  return found;
}

function toBytes(all: ReadonlyMap<string, Terms>): Buffer {
  const numbers = new Map<string, number>();
  const total = [...all.values()].reduce((sum, { size }) => sum + size, 0);
  const integers = new Uint32Array(all.size + total);
  const weights = new Uint8Array(total);
  let [listing, end] = [0, 0];
  for (const terms of all.values()) {
    integers[listing++] = terms.size;
    for (const [term, weight] of terms) {
      const number = numbers.get(term) ?? numbers.size;
      numbers.set(term, number);
      integers[all.size + end] = number;
      weights[end++] = weight;
    }
  }
  const names: Names = { keys: [...all.keys()], strings: [...numbers.keys()] };
  return Buffer.concat([Buffer.from(`${JSON.stringify(names)}\n`), new Uint8Array(integers.buffer), weights]);
}
