import { expect, test } from 'vitest';
import { createMemoryCatalog } from './catalog.fixture.ts';
import { memoize, memoizeByCatalog } from './memoize.ts';

test('computes each result once', () => {
  let computed = 0;
  const once = memoize((key: string) => `${key}${++computed}`);
  expect([once('a'), once('b'), once('a')]).toEqual(['a1', 'b2', 'a1']);
});

test('computes a result again after a failure, and once after it has succeeded', async () => {
  let tries = 0;
  const compute = async () => {
    if (++tries === 1) throw new Error('The file could not be read.');
    return tries;
  };
  const [catalog, once] = [createMemoryCatalog([]), memoizeByCatalog(compute)];
  await expect(Promise.all([once(catalog), once(catalog)])).rejects.toThrow('could not be read');
  expect([await once(catalog), await once(catalog)]).toEqual([2, 2]);
});
