/**
 * Collects the chunks of a body in one buffer that grows. A list of them would need 60 MB for 350,000 chunks of one byte, and
 * 0.1 s at the end.
 */
export class ByteCollector {
  #buffer = new Uint8Array();
  #length = 0;

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.byteLength;
    if (length > this.#buffer.byteLength) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#buffer.byteLength));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
  }

  /** Returns a copy of the bytes so far. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.slice(0, this.#length);
  }
}
