import { ByteBuffer } from '../arrays/byte-buffer.ts';
import type { PackedRows } from './packed-rows.ts';

/** Detects repeated texts, with a bounded number of texts in memory. */
export class PhraseCounter {
  readonly #once = new Set<string>();
  readonly #recurring: Set<string>;
  readonly #isFrozen: boolean;

  /** @param repeated all repeated texts; by default, they are detected */
  constructor(repeated?: Iterable<string>) {
    this.#recurring = new Set(repeated);
    this.#isFrozen = repeated !== undefined;
  }

  /** The repeated texts so far. */
  get repeated(): readonly string[] {
    return [...this.#recurring];
  }

  /** Whether a text has occurred before, or is one of the given texts. */
  isRepeated(text: string): boolean {
    if (this.#recurring.has(text)) return true;
    if (this.#isFrozen) return false;
    if (this.#once.delete(text)) {
      if (this.#recurring.size < MAX_REPEATED_TEXTS) this.#recurring.add(text);
      return true;
    }
    if (this.#once.size === MAX_SINGLE_TEXTS) this.#once.clear();
    this.#once.add(text);
    return false;
  }
}

const MAX_SINGLE_TEXTS = 50_000;
const MAX_REPEATED_TEXTS = 50_000;

/** The maximum length of a phrase in UTF-16 code units, and the maximum size of all phrases in bytes. */
const MAX_PHRASE_LENGTH = 1024;
const MAX_BYTES = 1024 * 1024;

/** The phrases of packed rows. */
export type Phrases = Pick<PackedRows, 'phrases' | 'phraseStarts'>;

/** Collects the phrases of a registry: a text becomes one on its second occurrence, as long as there is room. */
export class PhraseTable {
  readonly #encoder = new TextEncoder();
  readonly #numbers = new Map<string, number>();
  readonly #counter = new PhraseCounter();
  readonly #bytes = new ByteBuffer();
  #starts: number[] = [0];
  /** For each phrase, the numbers of the phrases that start with it, by the rest of their text. */
  readonly #longer: Map<string, number>[] = [];
  readonly #isFrozen: boolean;

  /** @param all all phrases; by default, they are detected */
  constructor(all?: Phrases) {
    this.#isFrozen = all !== undefined;
    if (all === undefined) return;
    const { phrases, phraseStarts } = all;
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    for (let number = 0; number + 1 < phraseStarts.length; number++)
      this.#numbers.set(decoder.decode(phrases.subarray(phraseStarts[number], phraseStarts[number + 1])), number);
    this.#bytes.bytes(phrases.subarray(0, phraseStarts.at(-1)));
    this.#starts = Array.from(phraseStarts);
  }

  /**
   * Returns the number of a phrase followed by a text, if that is a phrase or becomes one now. Known phrases are found
   * without concatenation.
   */
  longerBy(phrase: number, text: string, joined: () => string): number | undefined {
    const known = this.#longer[phrase]?.get(text);
    if (known !== undefined) return known;
    const number = this.numberOf(joined());
    if (number === undefined) return undefined;
    const longer = this.#longer[phrase] ?? new Map<string, number>();
    this.#longer[phrase] = longer.set(text, number);
    return number;
  }

  /** Returns the number of a text, if it is a phrase or becomes one now. */
  numberOf(text: string): number | undefined {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#isFrozen || text.length > MAX_PHRASE_LENGTH || this.#bytes.length > MAX_BYTES) return undefined;
    if (!this.#counter.isRepeated(text)) return undefined;
    this.#numbers.set(text, this.#numbers.size);
    this.#bytes.bytes(this.#encoder.encode(text));
    this.#starts.push(this.#bytes.length);
    return this.#numbers.size - 1;
  }

  /**
   * Returns all phrases so far in the order of their numbers, and where each starts.
   * @param slack the number of zero bytes after the last phrase
   */
  phrases(slack: number): Phrases {
    return { phrases: this.#bytes.copy(slack), phraseStarts: Uint32Array.from(this.#starts) };
  }
}
