import fc from 'fast-check';
import { expect, test } from 'vitest';
import { has } from './arrays/bit-set.ts';
import {
  countOf,
  intersection,
  intersectionOf,
  type ListingSet,
  listingsIn,
  NO_LISTINGS,
  toBits,
  toList,
  union,
} from './listing-set.ts';
import { type PostingLists, PostingListsBuilder } from './posting-lists.ts';

/** Sizes and members on both sides of each limit between lists and bit sets. */
const registries = fc.integer({ min: 1, max: 2000 }).chain(size => {
  const members = fc
    .tuple(fc.constantFrom(1, 3, size), fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: size }))
    .map(([most, all]) => all.slice(0, most).sort((a, b) => a - b));
  return fc.tuple(fc.constant(size), fc.array(members, { minLength: 3, maxLength: 3 }));
});

function check(test: (size: number, members: readonly (readonly number[])[], sets: readonly ListingSet[]) => void) {
  fc.assert(
    fc.property(registries, ([size, members]) => {
      const lists = buildLists(size, members);
      test(
        size,
        members,
        members.map((_, number) => listingsIn(lists, [number])),
      );
    }),
    { numRuns: 300 },
  );
}

function buildLists(size: number, members: readonly (readonly number[])[]): PostingLists {
  const builder = new PostingListsBuilder(size);
  for (const each of members) builder.add(Uint32Array.from(each));
  return builder.build();
}

test('keeps the members of a list', () => {
  check((size, members, sets) => {
    for (const [number, set] of sets.entries()) expectMembers(set, members[number] ?? [], size);
  });
});

test('unites sets, whether they have few or many members', () => {
  check((size, [a = [], b = [], c = []], [one = NO_LISTINGS, two = NO_LISTINGS, three = NO_LISTINGS]) => {
    expectMembers(union(one, two, size), sorted([...a, ...b]), size);
    expectMembers(union(union(one, two, size), three, size), sorted([...a, ...b, ...c]), size);
    expectMembers(listingsIn(buildLists(size, [a, b, c]), [0, 1, 2]), sorted([...a, ...b, ...c]), size);
    expectMembers(one, a, size);
  });
});

test('intersects sets, whether they have few or many members', () => {
  check((size, [a = [], b = [], c = []], [one = NO_LISTINGS, two = NO_LISTINGS, three = NO_LISTINGS]) => {
    const both = a.filter(member => b.includes(member));
    expectMembers(intersection(one, two), both, size);
    expectMembers(
      intersectionOf([one, two, three]),
      both.filter(member => c.includes(member)),
      size,
    );
    expectMembers(one, a, size);
  });
});

function expectMembers(set: ListingSet, members: readonly number[], size: number): void {
  expect([...toList(set)]).toEqual(members);
  expect(countOf(set)).toBe(members.length);
  const bits = toBits(set, size);
  expect(members.every(member => has(bits, member))).toBe(true);
}

function sorted(members: readonly number[]): readonly number[] {
  return [...new Set(members)].sort((a, b) => a - b);
}
