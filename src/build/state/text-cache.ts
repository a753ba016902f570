import { readCheckedFile, writeCheckedFile } from './checked-file.ts';

/** The share of texts that are not in the file above which it is written again. */
const MAX_MISSING = 0.05;

/**
 * Computed texts in a file, each with the key of its inputs: a changed one is computed again, and so is everything after a
 * change of the code.
 */
export class TextCache {
  readonly #file: string;
  readonly #key: string;
  readonly #known: ReadonlyMap<string, string>;
  readonly #used = new Map<string, string>();
  #missing = 0;

  /** @param key identifies the code */
  constructor(file: string, key: string) {
    this.#file = file;
    this.#key = key;
    this.#known = new Map(JSON.parse(String(readCheckedFile(file, key) ?? '[]')));
  }

  /** @param textKey identifies the inputs of the text */
  get(textKey: string, compute: () => string): string {
    const known = this.#known.get(textKey);
    if (known === undefined) this.#missing++;
    const text = known ?? compute();
    this.#used.set(textKey, text);
    return text;
  }

  /** Saves the texts that were used, unless the file already has nearly all of them. */
  save(): void {
    if (this.#missing <= MAX_MISSING * this.#used.size) return;
    writeCheckedFile(this.#file, this.#key, Buffer.from(JSON.stringify([...this.#used])));
  }
}
