import { ByteBuffer } from './byte-buffer.ts';
import type { PackedRows } from './packed-rows.ts';

/** Tells texts that come again from those that come once, remembering a bounded number of either. */
export class PhraseCounter {
  readonly #once = new Set<string>();
  readonly #recurring = new Set<string>();

  /** Whether a text has come before. */
  recurs(text: string): boolean {
    if (this.#recurring.has(text)) return true;
    if (this.#once.delete(text)) {
      if (this.#recurring.size < MOST_RECURRING) this.#recurring.add(text);
      return true;
    }
    if (this.#once.size === MOST_ONCE) this.#once.clear();
    this.#once.add(text);
    return false;
  }
}

const MOST_ONCE = 50_000;
const MOST_RECURRING = 50_000;

/** The longest phrase, in UTF-16 code units, and the most bytes of all together. */
const LONGEST_PHRASE = 1024;
const MOST_BYTES = 1024 * 1024;

/** Collects the phrases of a registry: what comes a second time is one, as long as there is room. */
export class PhraseTable {
  readonly #encoder = new TextEncoder();
  readonly #numbers = new Map<string, number>();
  readonly #recurrence = new PhraseCounter();
  readonly #bytes = new ByteBuffer();
  readonly #starts: number[] = [0];
  /** For phrases, the numbers of those that begin with them, by what comes after. */
  readonly #longer: Map<string, number>[] = [];

  /** The number of a phrase with a text after it, where that is a phrase, or becomes one now; found without joining them. */
  longerBy(phrase: number, text: string, joined: () => string): number | undefined {
    const known = this.#longer[phrase]?.get(text);
    if (known !== undefined) return known;
    const number = this.numberOf(joined());
    if (number === undefined) return undefined;
    const longer = this.#longer[phrase] ?? new Map<string, number>();
    this.#longer[phrase] = longer.set(text, number);
    return number;
  }

  /** The number of a text that is a phrase, or becomes one now. */
  numberOf(text: string): number | undefined {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (text.length > LONGEST_PHRASE || this.#bytes.length > MOST_BYTES || !this.#recurrence.recurs(text)) {
      return undefined;
    }
    this.#numbers.set(text, this.#numbers.size);
    this.#bytes.bytes(this.#encoder.encode(text));
    this.#starts.push(this.#bytes.length);
    return this.#numbers.size - 1;
  }

  /**
   * All phrases so far in the order of their numbers, and where each begins.
   * @param slack zero bytes after the last phrase
   */
  phrases(slack: number): Pick<PackedRows, 'phrases' | 'phraseStarts'> {
    return { phrases: this.#bytes.copy(slack), phraseStarts: Uint32Array.from(this.#starts) };
  }
}
