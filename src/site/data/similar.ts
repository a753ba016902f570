import { type Term, values } from '#manifest/taxonomy.ts';
import { findFirst } from '#query/index/arrays/find-first.ts';
import type { Card } from './cards/card.ts';
import { findPosition, listed } from './listings.ts';

/** The maximum number of similar listings. */
const COUNT = 3;

/** The maximum number of candidates, so that the cost of a build grows with its listings and not with their square. */
const WINDOW = 60;

/** The traits of all listings in lists that comparisons need, in a few bytes for each, by their position in `listed`. */
interface Traits {
  /** The categories of all listings, each once, one listing after another, as positions in the vocabulary. */
  readonly categories: Uint8Array;
  /** The start of each listing in `categories`, followed by the end of the last one. */
  readonly starts: Uint32Array;
  readonly primaryCategories: Uint8Array;
  /** The positions of the listings of each category, ascending. */
  readonly members: ReadonlyMap<Term<'categories'>, readonly number[]>;
}

let traits: Traits | undefined;

/**
 * Finds the listings that share the most categories with one, among its neighbors by name in its first category. Ties
 * prefer the same primary category, then fewer other categories, then the next name.
 */
export function findSimilar(card: Card): readonly Card[] {
  const own = [...new Set(card.categories)].filter(category => category !== 'other');
  const [first] = own;
  if (first === undefined) return [];
  traits ??= readTraits();
  const candidates = traits.members.get(first) ?? [];
  const position = findPosition(card.id);
  const start = findSorted(candidates, position) + 1;
  const isOwn = new Uint8Array(CATEGORIES.length);
  for (const category of own) isOwn[CATEGORIES.indexOf(category)] = 1;
  const primary = PRIMARY_CATEGORIES.indexOf(card.primaryCategory);
  const best: { readonly position: number; readonly score: number }[] = [];
  for (let step = 0; step < Math.min(WINDOW, candidates.length); step++) {
    const candidate = candidates[(start + step) % candidates.length] ?? 0;
    if (candidate === position) continue;
    const score = computeScore(traits, candidate, isOwn, primary);
    let place = best.length;
    while (place > 0 && (best[place - 1]?.score ?? 0) < score) place--;
    if (place < COUNT) best.splice(place, 0, { position: candidate, score });
    if (best.length > COUNT) best.pop();
  }
  return best.flatMap(each => listed[each.position] ?? []);
}

function computeScore(
  { categories, starts, primaryCategories }: Traits,
  candidate: number,
  isOwn: Uint8Array,
  primary: number,
) {
  const [start, end] = [starts[candidate] ?? 0, starts[candidate + 1] ?? 0];
  let shared = 0;
  for (let at = start; at < end; at++) shared += isOwn[categories[at] ?? 0] ?? 0;
  return shared + (primaryCategories[candidate] === primary ? 0.5 : 0) - (end - start) / 100;
}

/** Returns the index of a number in ascending ones; -1 if it is missing. */
function findSorted(numbers: readonly number[], wanted: number): number {
  const at = findFirst(numbers.length, number => (numbers[number] ?? 0) < wanted);
  return numbers[at] === wanted ? at : -1;
}

const CATEGORIES = values('categories');
const PRIMARY_CATEGORIES = values('primary_categories');

function readTraits(): Traits {
  const categories: number[] = [];
  const starts = new Uint32Array(listed.length + 1);
  const primaryCategories = new Uint8Array(listed.length);
  const members = new Map(CATEGORIES.map(category => [category, [] as number[]]));
  for (const [position, card] of listed.entries()) {
    for (const category of new Set(card.categories)) {
      categories.push(CATEGORIES.indexOf(category));
      members.get(category)?.push(position);
    }
    starts[position + 1] = categories.length;
    primaryCategories[position] = PRIMARY_CATEGORIES.indexOf(card.primaryCategory);
  }
  return { categories: Uint8Array.from(categories), starts, primaryCategories, members };
}
