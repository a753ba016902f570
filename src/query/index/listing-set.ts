import {
  add,
  type BitSet,
  bitSet,
  count,
  has,
  intersect,
  intersectAndCount,
  membersOf,
  unite,
} from './arrays/bit-set.ts';
import { isDense, lengthOf, listBits, type PostingLists, readList } from './posting-lists.ts';

/** A set of listings of a registry. Sets are shared and immutable. */
export type ListingSet = ListedSet | BitsSet;

/** For few listings: fast to iterate. In ascending order. */
interface ListedSet {
  readonly list: Uint32Array<ArrayBuffer>;
}

/** For many listings: unions and intersections process 32 at a time. */
interface BitsSet {
  readonly bits: BitSet;
  /** The number of listings, if it is known. */
  readonly count?: number;
}

export const NO_LISTINGS: ListingSet = { list: new Uint32Array(0) };

/** A set with at most one in this many listings counts as few. */
const FEW = 64;

/** Returns the listings in any of some posting lists. */
export function listingsIn(lists: PostingLists, numbers: readonly number[]): ListingSet {
  const [first, ...more] = numbers;
  if (first === undefined) return NO_LISTINGS;
  if (more.length === 0 && isDense(lists, first)) {
    const bits = listBits(lists, first);
    return { bits, count: count(bits) };
  }
  const most = numbers.reduce((sum, number) => sum + lengthOf(lists, number), 0);
  const room = new Uint32Array(Math.min(most, lists.size));
  if (more.length === 0) return { list: room.subarray(0, readList(lists, first, room)) };
  const bits = bitSet(lists.size);
  for (const number of numbers) {
    if (isDense(lists, number)) unite(bits, listBits(lists, number));
    else addAll(bits, room, readList(lists, number, room));
  }
  return most * FEW > lists.size ? { bits } : { list: membersOf(bits, most) };
}

/**
 * Converts a bit set, which must not change afterwards.
 * @param members their number
 */
export function listingsOf(bits: BitSet, members = count(bits)): ListingSet {
  return members * FEW > bits.length * 32 ? { bits, count: members } : { list: membersOf(bits, members) };
}

/** Converts a set to a bit set of all listings, which must not be changed. */
export function toBits(set: ListingSet, size: number): BitSet {
  if ('bits' in set) return set.bits;
  const bits = bitSet(size);
  addAll(bits, set.list, set.list.length);
  return bits;
}

/** Returns the listings in a set, in ascending order. */
export function toList(set: ListingSet): Uint32Array<ArrayBuffer> {
  return 'list' in set ? set.list : membersOf(set.bits, count(set.bits));
}

/** Counts the listings in a set. */
export function countOf(set: ListingSet): number {
  return 'list' in set ? set.list.length : (set.count ?? count(set.bits));
}

/** Returns the listings that are in at least one of two sets of `size` listings. It can be one of the sets itself. */
export function union(a: ListingSet, b: ListingSet, size: number): ListingSet {
  if ('list' in a && a.list.length === 0) return b;
  if ('list' in b && b.list.length === 0) return a;
  if ('list' in a && 'list' in b && (a.list.length + b.list.length) * FEW <= size) {
    return { list: merged(a.list, b.list) };
  }
  const bits = 'bits' in a ? a.bits.slice() : bitSet(size);
  if ('list' in a) addAll(bits, a.list, a.list.length);
  if ('list' in b) addAll(bits, b.list, b.list.length);
  else unite(bits, b.bits);
  return { bits };
}

/** Returns the listings that are in both sets. */
export function intersection(a: ListingSet, b: ListingSet): ListingSet {
  return intersectionOf([a, b]);
}

/**
 * Intersects one or more sets.
 * @param memory a bit set of all listings for the result, which the next call overwrites; new memory by default
 */
export function intersectionOf(sets: readonly ListingSet[], memory?: BitSet): ListingSet {
  let list: ListedSet['list'] | undefined;
  const bitSets: BitSet[] = [];
  for (const set of sets) {
    if ('bits' in set) bitSets.push(set.bits);
    else list = list ? common(list, set.list) : set.list;
  }
  if (list) return { list: bitSets.reduce(among, list) };
  const [first, second, ...others] = bitSets;
  if (!first || !second) return sets[0] ?? NO_LISTINGS;
  const bits = memory ?? new Uint32Array(first.length);
  const last = others.pop();
  if (!last) return listingsOf(bits, intersectAndCount(bits, first, second));
  intersect(bits, first, second);
  for (const other of others) intersect(bits, bits, other);
  return listingsOf(bits, intersectAndCount(bits, bits, last));
}

/** Adds the first `length` listings to a bit set. */
function addAll(bits: BitSet, listings: Uint32Array, length: number): void {
  for (let i = 0; i < length; i++) add(bits, listings[i] ?? 0);
}

function merged(a: Uint32Array, b: Uint32Array): Uint32Array<ArrayBuffer> {
  const both = new Uint32Array(a.length + b.length);
  let length = 0;
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const one = i < a.length ? (a[i] ?? 0) : Number.POSITIVE_INFINITY;
    const other = j < b.length ? (b[j] ?? 0) : Number.POSITIVE_INFINITY;
    both[length++] = Math.min(one, other);
    if (one <= other) i++;
    if (other <= one) j++;
  }
  return both.subarray(0, length);
}

function among(list: Uint32Array, bits: BitSet): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(list.length);
  let length = 0;
  for (let i = 0; i < list.length; i++) {
    const listing = list[i] ?? 0;
    if (has(bits, listing)) found[length++] = listing;
  }
  return found.subarray(0, length);
}

function common(a: Uint32Array, b: Uint32Array): Uint32Array<ArrayBuffer> {
  const both = new Uint32Array(Math.min(a.length, b.length));
  let length = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = (a[i] ?? 0) - (b[j] ?? 0);
    if (difference === 0) both[length++] = a[i] ?? 0;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return both.subarray(0, length);
}
