import { values } from '#manifest/taxonomy.ts';
import { countBits } from '#query/index/arrays/bit-set.ts';
import type { Card } from './cards/card.ts';

/**
 * The maximum number of candidates, so that the cost of a build grows with its listings and not with their square. Below
 * 64, so that a rank has room for the step of its candidate.
 */
const WINDOW = 60;

/** The traits of a listing that comparisons need. */
interface Traits {
  /** The position of its first category in the vocabulary; -1 if it has none but `other`. */
  readonly first: number;
  /** Its categories, one bit for each. */
  readonly bits: number;
  /** The position of its primary category in the vocabulary. */
  readonly primary: number;
}

/** The traits of all listings in lists, in a few bytes for each, by their position in `listed`. */
interface AllTraits {
  readonly firsts: Int8Array;
  readonly bits: Uint32Array;
  readonly primaries: Uint8Array;
  /** The positions of the listings of each category, ascending. */
  readonly members: readonly (readonly number[])[];
  /** The index of each listing among the members of its first category. */
  readonly places: Uint32Array;
}

/**
 * Creates the function that finds the listings that share the most categories with one, among its neighbors by name in its
 * first category. Ties prefer the same primary category, then fewer other categories, then the next name.
 *
 * @param listed the listings in lists, A to Z by name
 * @param findPosition returns the position of a listing among them; -1 for a former listing
 */
export function createSimilarFinder(
  listed: readonly Card[],
  findPosition: (id: string) => number,
): (card: Card) => readonly Card[] {
  const all = readAllTraits(listed);
  const findCards = (traits: Traits, position: number, start: number) =>
    findBest(all, traits, position, start).flatMap(found => listed[found] ?? []);
  return card => {
    const position = findPosition(card.id);
    if (position < 0) return findCards(readTraits(card), position, 0);
    const { firsts, bits, primaries, places } = all;
    const traits = { first: firsts[position] ?? -1, bits: bits[position] ?? 0, primary: primaries[position] ?? 0 };
    return findCards(traits, position, (places[position] ?? 0) + 1);
  };
}

/**
 * Returns the positions of the three best candidates.
 * @param start the index of the first candidate in the category
 */
function findBest(
  { bits, primaries, members }: AllTraits,
  { first, bits: own, primary }: Traits,
  position: number,
  start: number,
): readonly number[] {
  const candidates = members[first] ?? [];
  // The highest ranks so far. Not an array, because this loop runs for all listings.
  let best = -1;
  let second = -1;
  let third = -1;
  for (let step = 0; step < Math.min(WINDOW, candidates.length); step++) {
    const candidate = candidates[(start + step) % candidates.length] ?? 0;
    if (candidate === position) continue;
    const others = bits[candidate] ?? 0;
    const score =
      100 * countBits(others & own & ~OTHER) + (primaries[candidate] === primary ? 50 : 0) - countBits(others);
    // Positive, because the candidate shares the first category.
    const rank = 64 * score - step;
    third = Math.max(third, Math.min(second, rank));
    second = Math.max(second, Math.min(best, rank));
    best = Math.max(best, rank);
  }
  return [best, second, third]
    .filter(rank => rank >= 0)
    .map(rank => candidates[(start + ((64 - (rank % 64)) % 64)) % candidates.length] ?? 0);
}

const CATEGORIES = values('categories');
const PRIMARY_CATEGORIES = values('primary_categories');
if (CATEGORIES.length > 32) throw new Error('The categories of a listing do not fit into 32 bits.');

const POSITIONS: ReadonlyMap<string, number> = new Map(CATEGORIES.map((category, at) => [category, at]));
const OTHER = 1 << CATEGORIES.indexOf('other');

function readTraits({ categories, primaryCategory }: Pick<Card, 'categories' | 'primaryCategory'>): Traits {
  let [first, bits] = [-1, 0];
  for (const category of categories) {
    const at = POSITIONS.get(category) ?? 0;
    if (first < 0 && category !== 'other') first = at;
    bits |= 1 << at;
  }
  return { first, bits, primary: PRIMARY_CATEGORIES.indexOf(primaryCategory) };
}

function readAllTraits(listed: readonly Card[]): AllTraits {
  const size = listed.length;
  const [firsts, bits, primaries] = [new Int8Array(size), new Uint32Array(size), new Uint8Array(size)];
  const places = new Uint32Array(size);
  const members = CATEGORIES.map((): number[] => []);
  for (const [position, card] of listed.entries()) {
    const traits = readTraits(card);
    firsts[position] = traits.first;
    bits[position] = traits.bits;
    primaries[position] = traits.primary;
    places[position] = members[traits.first]?.length ?? 0;
    for (let { bits: rest } = traits; rest !== 0; rest &= rest - 1)
      members[31 - Math.clz32(rest & -rest)]?.push(position);
  }
  return { firsts, bits, primaries, members, places };
}
