import { expect, test } from 'vitest';
import { StaticTermLister } from './static-terms.ts';
import { stem } from './words/stem.ts';

const EMPTY = { useCases: '', categories: '', host: '', endpoints: '', parameters: '', notes: '' };

const lister = new StaticTermLister();
const harbor = { ...EMPTY, name: 'Harbor', description: 'Sends text messages to the phones of sailors.' };
const terms = new Map(lister.list(harbor));

test('gives prominent terms more strength', () => {
  expect(terms.get(stem('harbor'))).toBeGreaterThan(terms.get(stem('sailors')) ?? 0);
  expect(terms.get(stem('sailors'))).toBeGreaterThan(0);
});

test('adds the equivalents and translations of the vocabulary', () => {
  expect([...terms.keys()]).toEqual(expect.arrayContaining(['sms', stem('kurznachricht')]));
});

test('has neither stop words nor terms of several words', () => {
  expect(terms.has('of')).toBe(false);
  expect(terms.has('')).toBe(false);
});
