import { expect, test } from 'vitest';
import { getTermExpander } from './meaning/registry-vocabulary.ts';
import { CONDITION_GROUPS } from './plan-need.ts';
import { planQuery } from './query-plan.ts';

const wordsOf = (q: string) => planQuery(q).concepts.map(({ words }) => words.join(' '));
const alternativesOf = (q: string) =>
  planQuery(q).concepts.flatMap(({ alternatives }) => alternatives.map(({ term }) => term));

test.each([
  ['rastrear uma encomenda', 'rastrear encomenda'],
  ['acortar un enlace', 'acortar enlace'],
  ['Wem gehört diese Domain', 'wem gehört domain'],
])('finds the term of "%s" in spite of its articles', (q, term) => {
  expect(alternativesOf(q).length).toBeGreaterThan(0);
  expect(alternativesOf(q)).toEqual(alternativesOf(term));
});

test('finds an English term of several words in spite of an article', () => {
  expect(alternativesOf('resolve a hostname')).toEqual(alternativesOf('resolve hostname'));
  expect(alternativesOf('resolve a hostname')).toContain('dns');
});

test.each([
  ['preprints about quantum physics', ['quantum', 'physics']],
  ['the definition of a serendipity', ['serendipity']],
  ['quantum physics', []],
  ['about quantum physics', []],
])('marks what only qualifies the need of "%s"', (q, expected) => {
  const qualifiers = planQuery(q).concepts.filter(({ isQualifier }) => isQualifier);
  expect(qualifiers.flatMap(({ words }) => words)).toEqual(expected);
});

test('recognizes products, which are no details', () => {
  const concepts = planQuery('my Salesforce leads').concepts.filter(({ isProduct }) => isProduct);
  expect(concepts).toMatchObject([{ words: ['salesforce'], isName: false, isDetail: false, isOpen: false }]);
});

test('reads a stop word of another language as such, not as an English abbreviation', () => {
  expect(alternativesOf('enviar un correo a mi cliente')).not.toContain('united nation');
  expect(wordsOf('enviar un correo a mi cliente')).not.toContain('un');
});

test.each([
  ['con', 'the start of a word', false],
  ['the', 'a stop word', true],
  ['con the', 'both', false],
])('reads "%s" as %s', (q, _, isLiteral) => {
  expect(planQuery(q)).toMatchObject({ isLiteral, isForeign: false });
});

test('keeps the places of details when it leaves out stop words', () => {
  const details = planQuery('rastrear uma encomenda em 2026').concepts.filter(({ isDetail }) => isDetail);
  expect(details.map(({ words }) => words)).toEqual([['2026']]);
});

test.each([
  ['geocode addresses from Python', ['python']],
  ['weather in JSON without signing up', ['json']],
  ['self-hosted translation', ['self hosted']],
  ['barcode lookup sdk', ['sdk']],
  ['captcha for my website', ['website']],
  ['speed of my website', []],
  ['website screenshots', []],
  ['json', []],
])('counts the conditions of "%s" as details', (q, expected) => {
  const details = planQuery(q).concepts.filter(({ isDetail }) => isDetail);
  expect(details.map(({ words }) => words.join(' '))).toEqual(expected);
});

test.each([
  ['translate "where is the old harbor" to Japanese', ['old', 'harbor', 'japanese']],
  ['rephrase “zebras wear knitted socks”', ['zebras', 'wear', 'knitted', 'socks']],
  ['"zebra traffic" map', []],
  ['a 5" zebra traffic map of socks', ['5']],
  ['"zebras wear knitted socks"', []],
])('counts the quoted text of %s as details', (q, expected) => {
  const details = planQuery(q).concepts.filter(({ isDetail }) => isDetail);
  expect(details.flatMap(({ words }) => words)).toEqual(expected);
});

test.each([...CONDITION_GROUPS])('has terms for the condition "%s"', group => {
  expect(getTermExpander().alternativesOf(group).length).toBeGreaterThan(0);
});

test('bounds the number of concepts', () => {
  const q = Array.from({ length: 150 }, (_, i) => `word${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}`);
  expect(planQuery(q.join(' ')).concepts).toHaveLength(100);
});
