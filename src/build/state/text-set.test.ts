import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextSet } from './text-set.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }).filter(each => !each.includes('\0')),
  fc.constantFrom('', 'a', 'v1/listings/a.json', 'v1/b'),
);

test('numbers different strings in the order of addition', () => {
  const texts = fc.array(text);
  fc.assert(
    fc.property(texts, texts, texts, (first, then, wanted) => {
      const expected = [...new Set([...first, ...then])];
      const set = new TextSet();
      for (const each of first) set.add(each);
      const copy = new TextSet(set);
      for (const each of [...then, ...first]) expect(copy.add(each)).toBe(expected.indexOf(each));
      expect(Array.from({ length: copy.size }, (_, number) => copy.at(number))).toEqual(expected);
      const found = wanted.map(each => copy.find(each) ?? -1);
      expect(found).toEqual(wanted.map(each => expected.indexOf(each)));
    }),
  );
});

test('finds each of many strings in any order, and none that was not added', () => {
  const set = new TextSet();
  const names = Array.from({ length: 20_000 }, (_, number) => `v1/listings/api-${number}.example.json`);
  for (const name of names) set.add(name);
  // A few lookups out of order scan the strings, and many use a hash table.
  for (const number of [19_999, 7, 0, 12_000]) expect(set.find(names[number] ?? '')).toBe(number);
  for (const step of [1, 7919]) {
    const numbers = names.keys().map(number => (number * step) % names.length);
    for (const number of numbers) expect(set.find(names[number] ?? '')).toBe(number);
  }
  expect(set.find('v1/listings/api-20000.example.json')).toBeUndefined();
  expect(set.at(20_000)).toBe('');
});

test('does not mistake a part of a string for another one', () => {
  const set = new TextSet();
  for (const text of ['a/index.html', 'index.htm', 'b', '']) set.add(text);
  const copy = new TextSet(set);
  expect(['index.html', 'b', 'index.htm', '', 'a'].map(text => copy.find(text))).toEqual([
    undefined,
    2,
    1,
    3,
    undefined,
  ]);
  expect([copy.isEqual(set), copy.add('c'), copy.isEqual(set)]).toEqual([true, 4, false]);
});

test('keeps a string that is longer than all before', () => {
  const set = new TextSet();
  const long = 'ü'.repeat(10_000);
  expect([set.add('short'), set.add(long), set.find(long), set.find(long.slice(1))]).toEqual([0, 1, 1, undefined]);
  expect(set.at(1)).toBe(long);
});

test('compares and copies strings of another set', () => {
  const [set, other] = [new TextSet(), new TextSet()];
  for (const text of ['a', 'b', 'c']) set.add(text);
  for (const text of ['c', 'd']) other.add(text);
  expect([set.isEqualAt(2, other, 0), set.isEqualAt(0, other, 0), set.isEqualAt(3, other, 2)]).toEqual([
    true,
    false,
    false,
  ]);
  set.append(other, 1, 2);
  expect([set.size, set.at(3), set.find('d')]).toEqual([4, 'd', 3]);
  expect([set.addFrom(other, 0), set.addFrom(other, 1)]).toEqual([2, 3]);
});
