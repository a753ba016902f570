import type { Card } from './card.ts';
import { listed } from './listings.ts';

/** The maximum number of similar listings. */
const COUNT = 3;

/** The maximum number of candidates, so that the cost of a build grows with its listings and not with their square. */
const WINDOW = 60;

/** A listing with its categories, each once. Each listing is compared with sixty others, so these are not read again. */
interface Member {
  readonly card: Card;
  readonly categories: readonly string[];
  readonly primary: string;
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
  const member = toMember(card);
  const own = new Set(member.categories.filter(category => category !== 'other'));
  byCategory ??= groupByCategory();
  const category = byCategory.get([...own][0] ?? '');
  if (!category) return [];
  const { members, positions } = category;
  const start = (positions.get(card) ?? -1) + 1;
  const best: { readonly card: Card; readonly score: number }[] = [];
  for (let step = 0; step < Math.min(WINDOW, members.length); step++) {
    const candidate = members[(start + step) % members.length];
    if (candidate === undefined || candidate.card === card) continue;
    const score = computeScore(candidate, member.primary, own);
    let place = best.length;
    while (place > 0 && (best[place - 1]?.score ?? 0) < score) place--;
    if (place < COUNT) best.splice(place, 0, { card: candidate.card, score });
    if (best.length > COUNT) best.pop();
  }
  return best.map(each => each.card);
}

function computeScore({ categories, primary }: Member, ownPrimary: string, own: ReadonlySet<string>): number {
  let shared = 0;
  for (const category of categories) if (own.has(category)) shared++;
  return shared + (primary === ownPrimary ? 0.5 : 0) - categories.length / 100;
}

function toMember(card: Card): Member {
  const { categories, primary_category: primary } = card.row;
  return { card, categories: [...new Set(categories)], primary };
}

function groupByCategory(): ReadonlyMap<string, Category> {
  const groups = new Map<string, Member[]>();
  for (const card of listed) {
    const member = toMember(card);
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
