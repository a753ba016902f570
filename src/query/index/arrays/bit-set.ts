/**
 * A set of the numbers below some size: number n is bit n % 32 of word n / 32. Loops use indexes, which are several
 * times faster than iterators.
 */
export type BitSet = Uint32Array<ArrayBuffer>;

/** Creates an empty set for numbers less than `size`. */
export function bitSet(size: number): BitSet {
  return new Uint32Array(bitSetWords(size));
}

/** Returns the number of 32-bit words in a set of numbers less than `size`. */
export function bitSetWords(size: number): number {
  return Math.ceil(size / 32);
}

/** Whether a number is in a set. False for numbers beyond its size. */
export function has(set: BitSet, member: number): boolean {
  return (((set[member >>> 5] ?? 0) >>> (member & 31)) & 1) === 1;
}

/** Adds a number less than the size of the set. */
export function add(set: BitSet, member: number): void {
  set[member >>> 5] = (set[member >>> 5] ?? 0) | (1 << (member & 31));
}

/** Adds the members of another set of the same size to `set`. */
export function unite(set: BitSet, other: BitSet): void {
  for (let i = 0; i < set.length; i++) set[i] = (set[i] ?? 0) | (other[i] ?? 0);
}

/** Writes the members that two sets of the same size have in common to `result`, which can be one of them. */
export function intersect(result: BitSet, a: BitSet, b: BitSet): void {
  for (let i = 0; i < result.length; i++) result[i] = (a[i] ?? 0) & (b[i] ?? 0);
}

/** Does the same, and returns the number of members, in less time than an intersection and a count. */
export function intersectAndCount(result: BitSet, a: BitSet, b: BitSet): number {
  let total = 0;
  for (let i = 0; i < result.length; i++) {
    const word = (a[i] ?? 0) & (b[i] ?? 0);
    result[i] = word;
    total += countBits(word);
  }
  return total;
}

/** Counts the members of a set. */
export function count(set: BitSet): number {
  let total = 0;
  for (let i = 0; i < set.length; i++) total += countBits(set[i] ?? 0);
  return total;
}

/**
 * Returns the members of a set in ascending order.
 * @param most an upper bound of their number
 */
export function membersOf(set: BitSet, most: number): Uint32Array<ArrayBuffer> {
  return listMembers(set, new Uint32Array(most));
}

/**
 * Writes the members of a set in ascending order to an array, and returns the part of it that has them.
 * @param members with room for all of them
 */
export function listMembers(set: BitSet, members: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  let found = 0;
  for (let i = 0; i < set.length; i++) {
    for (let rest = set[i] ?? 0; rest !== 0; rest &= rest - 1)
      members[found++] = i * 32 + 31 - Math.clz32(rest & -rest);
  }
  return members.subarray(0, found);
}

/** Counts the bits of a 32-bit number that are set: in parallel, in pairs, groups of four, and bytes. */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
