import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SortedBy, sortOrdersOf, updateOrders } from './sort-orders.ts';

const value = fc.option(fc.integer({ min: 0, max: 3 }));
const listing: fc.Arbitrary<SortedBy> = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  created_at: fc.integer({ min: 0, max: 3 }),
  verified_at: value,
  uptime: value,
});

const sort = (listings: readonly SortedBy[]) =>
  sortOrdersOf({
    name: listings.map(({ name }) => name),
    created_at: listings.map(({ created_at }) => created_at),
    verified_at: listings.map(({ verified_at }) => verified_at),
    uptime: listings.map(({ uptime }) => uptime),
  });

test('moves changed listings, and reads the values of each listing at most once', () => {
  const listings = fc.array(fc.tuple(listing, fc.option(listing)), { maxLength: 20 });
  fc.assert(
    fc.property(listings, pairs => {
      const after = pairs.map(([before, changed]) => changed ?? before);
      const changed = [...pairs.keys()].filter(at => pairs[at]?.[1]);
      const read: number[] = [];
      const orders = updateOrders(sort(pairs.map(([before]) => before)), changed, at => {
        read.push(at);
        return after[at] as SortedBy;
      });
      expect(orders).toEqual(sort(after));
      expect(new Set(read).size).toBe(read.length);
    }),
  );
});
