import { expect, test } from 'vitest';
import { belongsTo, shardFrom } from './shard.ts';

test.each([
  [undefined, { index: 1, of: 1 }],
  ['', { index: 1, of: 1 }],
  ['1/4', { index: 1, of: 4 }],
  ['4/4', { index: 4, of: 4 }],
])('parses %j', (text, shard) => {
  expect(shardFrom(text)).toEqual(shard);
});

test.each(['0/4', '5/4', '4', '1/', '1/4/4', '-1/4', 'a/b'])('rejects %j', text => {
  expect(() => shardFrom(text)).toThrow(`Invalid SHARD: "${text}". Use an index and a count, such as 2/4.`);
});

test('assigns each listing to exactly one shard', () => {
  const shards = ['1/3', '2/3', '3/3'].map(shardFrom);
  const ids = Array.from({ length: 100 }, (_, n) => `api-${n}.example.com`);
  for (const id of ids) expect(shards.filter(shard => belongsTo(shard, id))).toHaveLength(1);
  for (const shard of shards) expect(ids.filter(id => belongsTo(shard, id)).length).toBeGreaterThan(20);
});
