/** The stored types of arrays, by their name in an index file. */
const TYPES = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array } as const;
type TypeName = keyof typeof TYPES;
export type StorableArray = InstanceType<(typeof TYPES)[TypeName]>;

/** The location of an array: one part, or several that have to be joined. */
export interface StoredArray {
  readonly array: TypeName;
  /** Each part is the position of its file among the files, the offset of its first byte, and its size in bytes. */
  readonly parts: readonly (readonly [file: number, start: number, bytes: number])[];
}

/** Arrays start at multiples of this, so that they can be used in place. */
const ALIGNMENT = 8;

/** Distributes arrays over files. */
export class ArrayStore {
  readonly #largest: number;
  readonly #files: { bytes: number; readonly pieces: Uint8Array[] }[] = [];

  /** @param largest the maximum size of a file in bytes; a multiple of 8 */
  constructor(largest: number) {
    this.#largest = largest;
  }

  /**
   * Appends an array to the current file, or to a new one if it does not fit. An array that exceeds the maximum file
   * size is split.
   */
  put(array: StorableArray): StoredArray {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const parts: [number, number, number][] = [];
    for (let start = 0; start < bytes.length; start += this.#largest) {
      parts.push(this.#putPart(bytes.subarray(start, start + this.#largest)));
    }
    return { array: nameOfType(array), parts };
  }

  /** Assembles one file at a time, because each is a copy. */
  *files(): Generator<Uint8Array<ArrayBuffer>> {
    for (const { bytes, pieces } of this.#files) {
      const file = new Uint8Array(bytes);
      let start = 0;
      for (const piece of pieces) {
        file.set(piece, start);
        start += aligned(piece.length);
      }
      yield file;
    }
  }

  #putPart(bytes: Uint8Array): [number, number, number] {
    let file = this.#files.at(-1);
    if (file === undefined || file.bytes + bytes.length > this.#largest) {
      file = { bytes: 0, pieces: [] };
      this.#files.push(file);
    }
    const start = file.bytes;
    file.pieces.push(bytes);
    file.bytes += aligned(bytes.length);
    return [this.#files.length - 1, start, bytes.length];
  }
}

/**
 * Returns an array from its location. A single part becomes a view of the file's own bytes.
 * @param files the files, each aligned to a multiple of 8 in its buffer
 * @throws if a part exceeds its file
 */
export function storedArray({ array, parts }: StoredArray, files: readonly Uint8Array<ArrayBuffer>[]): StorableArray {
  const pieces = parts.map(([file, start, bytes]) => {
    const within = files[file];
    if (within === undefined || start + bytes > within.length)
      throw new RangeError(`An array exceeds the end of file ${file}.`);
    return within.subarray(start, start + bytes);
  });
  const [first = new Uint8Array(0), ...more] = pieces;
  const bytes = more.length === 0 ? first : joined(pieces);
  const Type = TYPES[array];
  return new Type(bytes.buffer, bytes.byteOffset, bytes.length / Type.BYTES_PER_ELEMENT);
}

/** Whether a parsed value describes an array. */
export function isStoredArray(value: object): value is StoredArray {
  return 'array' in value && typeof value.array === 'string' && Object.hasOwn(TYPES, value.array);
}

/** Whether a value is an array of a type that can be stored. */
export function isStorable(value: unknown): value is StorableArray {
  return Object.values(TYPES).some(Type => value instanceof Type);
}

function nameOfType(array: StorableArray): TypeName {
  if (array instanceof Uint8Array) return 'u8';
  if (array instanceof Uint16Array) return 'u16';
  return array instanceof Uint32Array ? 'u32' : 'f64';
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const piece of pieces) {
    whole.set(piece, start);
    start += piece.length;
  }
  return whole;
}
