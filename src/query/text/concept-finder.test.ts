import { expect, test } from 'vitest';
import { ConceptFinder } from './concept-finder.ts';
import { coverageOf } from './coverage-code.ts';
import { createMemoryTerms } from './memory-terms.ts';
import { planQuery } from './query-plan.ts';

/** Finds the only concept of a query in listings of some words each. */
function find(q: string, listings: readonly string[], isCorrect?: (word: string) => boolean) {
  const documents = listings.map(text => new Map(text.split(' ').map(word => [word, 8])));
  const [concept, ...others] = planQuery(q).concepts;
  if (concept === undefined || others.length > 0) throw new Error(`"${q}" is not one concept.`);
  return new ConceptFinder(createMemoryTerms(documents, [], isCorrect)).find(concept);
}

test('counts the listings with all words of a term, not those with some', () => {
  const phones = Array.from({ length: 20 }, () => 'phone');
  const found = find('lottery numbers', ['numbers', 'numbers phone', 'lottery numbers', 'jackpot', ...phones]);
  expect(found.matched).toBe(2);
  expect([...(found.listings ?? [])].sort()).toEqual([0, 1, 2, 3]);
});

test('corrects a known word only if nothing else matches a query of this word', () => {
  const isCorrect = () => true;
  expect(find('massage', ['message', 'messages'], isCorrect)).toMatchObject({
    correction: { word: 'message', isCertain: true },
  });
  expect(find('massage', ['message', 'massages'], isCorrect)).toMatchObject({ matched: 1 });
  expect(find('massage', ['message', 'massages'], isCorrect).correction).toBeUndefined();
  const [massage] = planQuery('massage zebra').concepts;
  const source = createMemoryTerms([new Map([['message', 8]])], [], isCorrect);
  expect(massage && new ConceptFinder(source).find(massage).matched).toBe(0);
});

test('covers little with a longer word if the word is complete', () => {
  const plan = planQuery('sea zebra');
  const source = createMemoryTerms([new Map([['search', 8]])], [], word => word === 'sea');
  const [sea, zebra] = plan.concepts.map(concept => new ConceptFinder(source).find(concept));
  expect(Array.from(sea?.coverages ?? [], coverageOf)).toEqual([25]);
  expect(zebra?.matched).toBe(0);
  expect(Array.from(find('sea', ['search'], word => word === 'sea').coverages, coverageOf)).toEqual([85]);
});
