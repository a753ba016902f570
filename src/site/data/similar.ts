import type { Card } from './card.ts';
import { listed } from './listings.ts';

/** The maximum number of similar listings. */
const COUNT = 3;

/** The maximum number of candidates, so that the cost of a build grows with its listings and not with their square. */
const WINDOW = 60;

/** A listing with its categories, each once. */
interface Member {
  readonly card: Card;
  readonly categories: readonly string[];
}

/** The listings of a category by name, and the position of each. */
interface Category {
  readonly members: readonly Member[];
  readonly positions: ReadonlyMap<Card, number>;
}

let byCategory: ReadonlyMap<string, Category> | undefined;

/** The key of a page and the page itself both need the result. */
const found = new WeakMap<Card, readonly Card[]>();

/**
 * Finds the listings that share the most categories with one, among its neighbors by name in its first category. Ties
 * prefer the same primary category, then fewer other categories, then the next name.
 */
export function findSimilar(card: Card): readonly Card[] {
  const known = found.get(card);
  if (known) return known;
  const similar = rankNeighbors(card);
  found.set(card, similar);
  return similar;
}

function rankNeighbors(card: Card): readonly Card[] {
  const own = uniqueCategories(card).filter(category => category !== 'other');
  byCategory ??= groupByCategory();
  const category = byCategory.get(own[0] ?? '');
  if (!category) return [];
  const { members, positions } = category;
  const start = (positions.get(card) ?? -1) + 1;
  const best: { readonly card: Card; readonly score: number }[] = [];
  for (let step = 0; step < Math.min(WINDOW, members.length); step++) {
    const candidate = members[(start + step) % members.length];
    if (candidate === undefined || candidate.card === card) continue;
    const score = computeScore(candidate, card, own);
    let place = best.length;
    while (place > 0 && (best[place - 1]?.score ?? 0) < score) place--;
    if (place < COUNT) best.splice(place, 0, { card: candidate.card, score });
    if (best.length > COUNT) best.pop();
  }
  return best.map(each => each.card);
}

function computeScore(candidate: Member, card: Card, categories: readonly string[]): number {
  let shared = 0;
  for (const category of candidate.categories) if (categories.includes(category)) shared++;
  const isSamePrimary = card.row.primary_category === candidate.card.row.primary_category;
  return shared + (isSamePrimary ? 0.5 : 0) - candidate.categories.length / 100;
}

function uniqueCategories({ row }: Card): readonly string[] {
  return [...new Set(row.categories)];
}

function groupByCategory(): ReadonlyMap<string, Category> {
  const groups = new Map<string, Member[]>();
  for (const card of listed) {
    const member = { card, categories: uniqueCategories(card) };
    for (const category of member.categories) {
      const group = groups.get(category);
      if (group) group.push(member);
      else groups.set(category, [member]);
    }
  }
  const toCategory = (members: readonly Member[]) => ({
    members,
    positions: new Map(members.map(({ card }, at) => [card, at])),
  });
  return new Map([...groups].map(([category, members]) => [category, toCategory(members)]));
}
