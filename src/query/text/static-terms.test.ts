import { expect, test } from 'vitest';
import { listStaticTerms } from './static-terms.ts';

const EMPTY = { useCases: '', categories: '', host: '', endpoints: '', parameters: '', notes: '' };

const terms = listStaticTerms({
  ...EMPTY,
  name: 'Harbor',
  description: 'Sends text messages to the phones of sailors.',
}).split(' ');
const count = (word: string) => terms.filter(term => term === word).length;

test('repeats stronger terms more often', () => {
  expect(count('harbor')).toBeGreaterThan(count('sailors'));
  expect(count('sailors')).toBeGreaterThan(0);
});

test('adds the equivalents and translations of the vocabulary', () => {
  expect(terms).toEqual(expect.arrayContaining(['sms', 'kurznachricht']));
});

test('has neither stop words nor terms of several words', () => {
  expect(terms).not.toContain('of');
  expect(terms).not.toContain('');
});
