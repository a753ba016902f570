import { expect, test } from 'vitest';
import { type Term, values } from '#manifest/taxonomy.ts';
import { createPicker, seeded } from '#query/entries.fixture.ts';
import type { Card } from './cards/card.ts';
import { createSimilarFinder } from './similar.ts';

const random = seeded(11);
const pick = createPicker(random);
/** A few categories for most listings, so that many have as many in common. */
const CATEGORIES = [...values('categories').slice(0, 4), ...values('categories').slice(-3)];
const createCard = (id: string) =>
  ({
    id,
    categories: Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(CATEGORIES)),
    primaryCategory: pick(values('primary_categories')),
  }) as unknown as Card;
const OTHER: Term<'categories'> = 'other';
const listed = Array.from({ length: 700 }, (_, at) => createCard(`${at}.example`));

/** The definition: the next 60 members of the first category, by their scores. */
function findSlowly(card: Card): readonly string[] {
  const own = new Set(card.categories.filter(category => category !== OTHER));
  const [first] = own;
  if (first === undefined) return [];
  const members = listed.filter(({ categories }) => categories.includes(first));
  const start = members.indexOf(card) + 1;
  const scored = Array.from({ length: Math.min(60, members.length) }, (_, step) => {
    const candidate = members[(start + step) % members.length] as Card;
    const all = [...new Set(candidate.categories)];
    const shared = all.filter(category => own.has(category)).length;
    const primary = candidate.primaryCategory === card.primaryCategory ? 0.5 : 0;
    return { candidate, score: shared + primary - all.length / 100 };
  });
  return scored
    .filter(({ candidate }) => candidate !== card)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ candidate }) => candidate.id);
}

test('finds the listings with the most shared categories among the next ones, also for former listings', () => {
  const findSimilar = createSimilarFinder(listed, id => listed.findIndex(each => each.id === id));
  const former = Array.from({ length: 50 }, (_, at) => createCard(`former-${at}.example`));
  for (const card of [...listed, ...former]) expect(findSimilar(card).map(({ id }) => id)).toEqual(findSlowly(card));
});
