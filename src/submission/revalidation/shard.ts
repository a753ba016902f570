import { createHash } from 'node:crypto';

/** One of several jobs of a run: `index` is from 1 to `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Parses a shard such as `2/4`. The default is `1/1`.
 *
 * @throws RangeError if the value is invalid
 */
export function shardFrom(text: string | undefined): Shard {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text || '1/1') ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new RangeError(`Invalid SHARD: "${text}". Use an index and a count, such as 2/4.`);
}

/** Whether a listing belongs to a shard. Each listing belongs to exactly one. */
export function belongsTo({ index, of }: Shard, id: string): boolean {
  return createHash('sha256').update(id).digest().readUInt32BE(0) % of === index - 1;
}
