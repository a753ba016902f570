import type { Card } from './card.ts';
import { listed } from './listings.ts';

/** The maximum number of similar listings. */
const COUNT = 3;

/** The maximum number of candidates, so that the cost of a build grows with its listings and not with their square. */
const WINDOW = 60;

let byCategory: ReadonlyMap<string, readonly Card[]> | undefined;

/**
 * Finds the listings that share the most categories with one, among its neighbors by name in its first category. Ties
 * prefer the same primary category, then fewer other categories, then the next name.
 */
export function findSimilar(card: Card): readonly Card[] {
  const { row } = card;
  const own = new Set<string>(row.categories.filter(category => category !== 'other'));
  const [first] = own;
  byCategory ??= groupByCategory();
  const members = byCategory.get(first ?? '') ?? [];
  const start = members.indexOf(card) + 1;
  const candidates = Array.from(
    { length: Math.min(WINDOW, members.length) },
    (_, at) => members[(start + at) % members.length],
  ).filter(each => each !== undefined && each !== card) as readonly Card[];
  return candidates
    .map(each => ({ each, score: computeScore(each, card, own) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, COUNT)
    .map(({ each }) => each);
}

function computeScore({ row }: Card, { row: other }: Card, categories: ReadonlySet<string>): number {
  const all = new Set<string>(row.categories);
  const shared = [...all].filter(category => categories.has(category)).length;
  return shared + (row.primary_category === other.primary_category ? 0.5 : 0) - all.size / 100;
}

function groupByCategory(): ReadonlyMap<string, readonly Card[]> {
  const groups = new Map<string, Card[]>();
  for (const card of listed) {
    for (const category of new Set(card.row.categories)) {
      const group = groups.get(category);
      if (group) group.push(card);
      else groups.set(category, [card]);
    }
  }
  return groups;
}
