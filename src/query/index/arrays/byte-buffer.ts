/** A growing byte buffer. */
export class ByteBuffer {
  #bytes = new Uint8Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  bytes(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#bytes.set(values, this.#length);
    this.#length += values.length;
  }

  /**
   * Writes an integer below 2^32 as a variable-length quantity: seven bits per byte, the lowest first; every byte but
   * the last has its high bit set.
   */
  number(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.byte((rest & 0x7f) | 0x80);
    this.byte(rest);
  }

  /** Returns the content and empties the buffer. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** Returns a copy of the content, followed by `more` zero bytes. */
  copy(more = 0): Uint8Array<ArrayBuffer> {
    const copy = new Uint8Array(this.#length + more);
    copy.set(this.#bytes.subarray(0, this.#length));
    return copy;
  }

  #reserve(room: number): void {
    if (this.#length + room <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + room));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Reads a number that `ByteBuffer.number` wrote. */
export function numberAt(bytes: Uint8Array, start: number): number {
  let value = 0;
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte <= 0x7f) return value >>> 0;
  }
}
