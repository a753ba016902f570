import { isAscii } from '#query/text/words/normalize-text.ts';

/** The major types of CBOR (RFC 8949), in the upper three bits of the first byte of an item. */
const [UNSIGNED, NEGATIVE, TEXT, ARRAY] = [0x00, 0x20, 0x60, 0x80];

/** Writes integers, texts, and arrays in CBOR, which is the format of Pagefind's indexes. */
export class CborWriter {
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;

  /** @param size the expected number of bytes */
  constructor(size = 4096) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  /** @param value an integer of at most 32 bits */
  integer(value: number): this {
    return value < 0 ? this.#head(NEGATIVE, -1 - value) : this.#head(UNSIGNED, value);
  }

  text(value: string): this {
    const isShort = isAscii(value);
    const length = isShort ? value.length : Buffer.byteLength(value);
    this.#head(TEXT, length);
    this.#reserve(length);
    this.#bytes.write(value, this.#length, isShort ? 'latin1' : 'utf8');
    this.#length += length;
    return this;
  }

  /** Begins an array, whose items follow. */
  array(length: number): this {
    return this.#head(ARRAY, length);
  }

  /** Writes an item that is encoded already. */
  encoded(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  /** Returns everything that was written. */
  finish(): Buffer<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #head(type: number, value: number): this {
    this.#reserve(5);
    const bytes = this.#bytes;
    if (value < 24) bytes[this.#length++] = type | value;
    else if (value < 0x100) {
      bytes[this.#length++] = type | 24;
      bytes[this.#length++] = value;
    } else if (value < 0x10000) {
      bytes[this.#length++] = type | 25;
      this.#length = bytes.writeUInt16BE(value, this.#length);
    } else {
      bytes[this.#length++] = type | 26;
      this.#length = bytes.writeUInt32BE(value, this.#length);
    }
    return this;
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
