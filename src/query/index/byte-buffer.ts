/** Bytes that are written one after another, without knowing how many there will be. */
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

  /** A whole number below 2^32, seven bits a byte, the lowest first; every byte but the last has its high bit set. */
  number(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.byte((rest & 0x7f) | 0x80);
    this.byte(rest);
  }

  /** What was written; the buffer is empty afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** A copy of what was written, followed by `more` zero bytes; the buffer stays as it is. */
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

/** The number that `ByteBuffer.number` wrote at a place. */
export function numberAt(bytes: Uint8Array, start: number): number {
  let value = 0;
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte <= 0x7f) return value >>> 0;
  }
}
