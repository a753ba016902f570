import { hash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The weighted terms of a listing's texts, in the order in which the index builder found them. */
type Terms = ReadonlyMap<string, number>;

/** The first line of a cache file, as JSON. */
interface Head {
  /** Identifies the code that computed the terms. */
  readonly key: string;
  /** The SHA-256 of the following lines, which shows a damaged file. */
  readonly sha256: string;
}

/** The second line, before the lengths of the lists of terms, the numbers of the terms, and their weights. */
interface Names {
  /** The digests of the listings. */
  readonly digests: readonly string[];
  /** All terms, each with its position as its number. */
  readonly strings: readonly string[];
}

/** The share of listings without cached terms above which the file is written again. */
const MAX_MISSING = 0.05;

/**
 * The terms of all listings in a file, because splitting their texts takes most of the time of an index. A listing is
 * identified by its digest, so a changed one is computed again, and so is everything after a change of the code.
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

  /** Returns the terms of the listing with a digest. */
  get(digest: string, compute: () => Terms): Terms {
    const known = this.#known.get(digest);
    if (!known) this.#missing++;
    const terms = known ? known() : compute();
    this.#used.set(digest, terms);
    return terms;
  }

  /** Saves the terms that were used, unless the file already has nearly all of them. */
  save(): void {
    if (this.#missing <= MAX_MISSING * this.#used.size) return;
    const draft = `${this.#file}.draft`;
    writeFileSync(draft, toBytes(this.#key, this.#used));
    renameSync(draft, this.#file);
  }
}

/** Returns the terms by digest; none if the file is missing, damaged, or from other code. */
function readTerms(file: string, key: string): ReadonlyMap<string, () => Terms> {
  const found = new Map<string, () => Terms>();
  const [head, rest] = splitLine<Head>(readIfExists(file));
  if (head?.key !== key || hash('sha256', rest) !== head.sha256) return found;
  const [names, body] = splitLine<Names>(rest);
  if (!names) return found;
  const { digests, strings } = names;
  const total = (body.length - 4 * digests.length) / 5;
  // A copy, because typed arrays start at a multiple of their element size.
  const integers = new Uint32Array(new Uint8Array(body.subarray(0, 4 * (digests.length + total))).buffer);
  const weights = body.subarray(integers.byteLength);
  let start = 0;
  for (const [at, digest] of digests.entries()) {
    const [from, to] = [start, start + (integers[at] ?? 0)];
    start = to;
    found.set(digest, () => {
      const terms = new Map<string, number>();
      for (let i = from; i < to; i++) terms.set(strings[integers[digests.length + i] ?? 0] ?? '', weights[i] ?? 0);
      return terms;
    });
  }
  return found;
}

function toBytes(key: string, all: ReadonlyMap<string, Terms>): Buffer {
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
  const names: Names = { digests: [...all.keys()], strings: [...numbers.keys()] };
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(names)}\n`), new Uint8Array(integers.buffer), weights]);
  const head: Head = { key, sha256: hash('sha256', rest) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), rest]);
}

function readIfExists(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Splits the first line, which is JSON, from the rest. Undefined if it is damaged. */
function splitLine<T>(bytes: Buffer): readonly [T | undefined, Buffer] {
  const end = bytes.indexOf('\n');
  try {
    return [JSON.parse(bytes.toString('utf8', 0, end)), bytes.subarray(end + 1)];
  } catch {
    return [undefined, bytes];
  }
}
