/** The typed arrays of numbers that fit in their elements. */
type Numbers = Uint8Array<ArrayBuffer> | Int8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** A typed array that grows, for one number or a few of each listing: as objects, those take several times the memory. */
export class GrowingArray<T extends Numbers> {
  #numbers: T;
  #length: number;

  /**
   * @param numbers an array of the wanted type
   * @param length how many of its numbers the array has at first
   */
  constructor(numbers: T, length = 0) {
    this.#numbers = numbers;
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    this.#reserve(1);
    this.#numbers[this.#length++] = number;
  }

  /** Replaces a number, or adds one at the end. */
  set(position: number, number: number): void {
    if (position === this.#length) this.push(number);
    else this.#numbers[position] = number;
  }

  append(numbers: ArrayLike<number>): void {
    this.#reserve(numbers.length);
    this.#numbers.set(numbers, this.#length);
    this.#length += numbers.length;
  }

  at(position: number): number {
    return this.#numbers[position] ?? 0;
  }

  /** Returns a part of the numbers, which later additions do not change. */
  view(start = 0, end = this.#length): T {
    return this.#numbers.subarray(start, end) as T;
  }

  /** The numbers, followed by room for more. For loops: reading from it is faster than `at`, and a view takes memory. */
  get room(): T {
    return this.#numbers;
  }

  #reserve(room: number): void {
    if (this.#length + room <= this.#numbers.length) return;
    const Type = this.#numbers.constructor as new (length: number) => T;
    const larger = new Type(Math.max(MIN_LENGTH, Math.ceil(1.5 * this.#numbers.length), this.#length + room));
    larger.set(this.#numbers.subarray(0, this.#length));
    this.#numbers = larger;
  }
}

const MIN_LENGTH = 1024;
