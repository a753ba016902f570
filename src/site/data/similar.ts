import type { Card } from './card.ts';
import { listed } from './listings.ts';

/** The maximum number of similar listings. */
const COUNT = 3;

/** The maximum number of candidates, so that the cost of a build grows with its listings and not with their square. */
const WINDOW = 60;

/** The listings of a category by name, and the position of each. */
interface Members {
  readonly cards: readonly Card[];
  readonly positions: ReadonlyMap<Card, number>;
}

let byCategory: ReadonlyMap<string, Members> | undefined;

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
  const members = byCategory.get(own[0] ?? '');
  if (!members) return [];
  const { cards, positions } = members;
  const start = (positions.get(card) ?? -1) + 1;
  const candidates = Array.from(
    { length: Math.min(WINDOW, cards.length) },
    (_, at) => cards[(start + at) % cards.length],
  ).filter(each => each !== undefined && each !== card) as readonly Card[];
  return candidates
    .map(each => ({ each, score: computeScore(each, card, own) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, COUNT)
    .map(({ each }) => each);
}

function computeScore(candidate: Card, card: Card, categories: readonly string[]): number {
  const all = uniqueCategories(candidate);
  let shared = 0;
  for (const category of all) if (categories.includes(category)) shared++;
  return shared + (card.row.primary_category === candidate.row.primary_category ? 0.5 : 0) - all.length / 100;
}

const unique = new WeakMap<Card, readonly string[]>();

/** Each card is a candidate of many others. */
function uniqueCategories(card: Card): readonly string[] {
  const known = unique.get(card);
  if (known) return known;
  const categories = [...new Set(card.row.categories)];
  unique.set(card, categories);
  return categories;
}

function groupByCategory(): ReadonlyMap<string, Members> {
  const groups = new Map<string, Card[]>();
  for (const card of listed) {
    for (const category of uniqueCategories(card)) {
      const group = groups.get(category);
      if (group) group.push(card);
      else groups.set(category, [card]);
    }
  }
  const toMembers = (cards: readonly Card[]) => ({ cards, positions: new Map(cards.map((card, at) => [card, at])) });
  return new Map([...groups].map(([category, cards]) => [category, toMembers(cards)]));
}
