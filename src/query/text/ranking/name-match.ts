import type { TermSource } from '../term-source.ts';

/** Compares the words of a query with the names of listings. */
export interface NameMatch {
  /** Returns the share of a name that the query covers as its prefix, from 0 to 1. The last word may be incomplete. */
  share(listing: number): number;
  /** Whether a name has one of the words that identify a listing. */
  isSought(listing: number): boolean;
  /** Whether a name has all words of an excluded name, next to each other. */
  isExcluded(listing: number): boolean;
}

/** The query that names are compared with. */
interface NameQuery {
  readonly words: readonly string[];
  /** The words that so few listings have that they identify them. */
  readonly distinctive: ReadonlySet<string>;
  /** The words of each excluded name. */
  readonly excluded: readonly (readonly string[])[];
}

/** Prepares the comparison of a query with names. */
export function createNameMatch(source: TermSource, query: NameQuery): NameMatch {
  const { readName } = source;
  return readName === undefined ? createTextMatch(source, query) : createTermMatch(source, readName, query);
}

/** Compares texts: for few candidates, whose names may have words that are not among the terms. */
function createTextMatch(source: TermSource, { words, distinctive, excluded }: NameQuery): NameMatch {
  const last = words.length - 1;
  const length = words.join('').length;
  return {
    share(listing) {
      const name = source.nameOf(listing);
      const isPrefix = words.every((word, i) => (i < last ? name[i] === word : name[i]?.startsWith(word) === true));
      return isPrefix && last >= 0 ? length / name.join('').length : 0;
    },
    isSought: listing => distinctive.size > 0 && source.nameOf(listing).some(word => distinctive.has(word)),
    isExcluded(listing) {
      const name = source.nameOf(listing);
      return excluded.some(each => includesAll(name, name.length, each));
    },
  };
}

/** The longest name, in words, that is compared as terms. */
const MAX_NAME_WORDS = 256;

/** Compares the numbers of terms, without reading texts. */
function createTermMatch(
  source: TermSource,
  readName: (listing: number, terms: Uint32Array) => number,
  { words, distinctive, excluded }: NameQuery,
): NameMatch {
  const last = words.length - 1;
  const length = words.join('').length;
  const terms = words.map(word => source.find(word));
  const [from, to] = source.range(words[last] ?? '');
  const sought = [...distinctive].map(word => source.find(word));
  const unwanted = excluded.map(each => each.map(word => source.find(word)));
  const name = new Uint32Array(MAX_NAME_WORDS);
  /** Nearly all names differ from the query in their first word. */
  const first = name.subarray(0, 1);
  return {
    share(listing) {
      if (last < 0 || readName(listing, first) === 0 || (last > 0 && first[0] !== terms[0])) return 0;
      const count = readName(listing, name);
      if (count < words.length) return 0;
      for (let i = 1; i < last; i++) if (name[i] !== terms[i]) return 0;
      const final = name[last] ?? 0;
      if (final < from || final >= to) return 0;
      let nameLength = 0;
      for (let i = 0; i < count; i++) nameLength += source.lengthAt(name[i] ?? 0);
      return length / nameLength;
    },
    isSought(listing) {
      if (sought.length === 0) return false;
      const count = readName(listing, name);
      for (let i = 0; i < count; i++) if (sought.includes(name[i])) return true;
      return false;
    },
    isExcluded(listing) {
      if (unwanted.length === 0) return false;
      const count = readName(listing, name);
      return unwanted.some(each => includesAll(name, count, each));
    },
  };
}

/** Whether the first elements of a list include others, next to each other. */
function includesAll<T>(list: ArrayLike<T>, length: number, others: readonly (T | undefined)[]): boolean {
  for (let start = 0; start + others.length <= length; start++) {
    if (others.every((other, i) => list[start + i] === other)) return true;
  }
  return false;
}
