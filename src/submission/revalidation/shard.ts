import { createHash } from 'node:crypto';

/** One of several jobs that share a run: `index` from 1 to `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Reads a shard, e.g. `2/4`; nothing means the whole.
 * @throws RangeError when it is no shard
 */
export function shardFrom(text: string | undefined): Shard {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text || '1/1') ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new RangeError(`SHARD is "${text}", but must be a number of a whole, such as 2/4.`);
}

/** Whether a listing falls to a shard; each falls to exactly one. */
export function belongsTo({ index, of }: Shard, id: string): boolean {
  return createHash('sha256').update(id).digest().readUInt32BE(0) % of === index - 1;
}
