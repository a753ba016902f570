import { type Origin, parseOrigin } from '#listing/origin.ts';
import { readObservation, readRecords } from '#store/record-files.ts';
import type { Blocklist } from '../blocklist.ts';
import { dueAt, isDue } from '../check-times.ts';
import { belongsTo, type Shard } from './shard.ts';

export interface DueOptions {
  readonly registryDir: string;
  readonly observationsDir: string;
  readonly refusals: Blocklist;
  readonly shard: Shard;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The origins of the listings whose check is due, those that waited longest first. Documentation records promise nothing
 * that could be checked, and whom the registry refuses or took back is not asked any more; lapsed listings, and those that
 * their publishers withdrew, are asked, since they may come back.
 */
export async function dueListings(options: DueOptions): Promise<Origin[]> {
  const { registryDir, observationsDir, refusals, shard, now } = options;
  const due: { readonly origin: Origin; readonly at: number }[] = [];
  for await (const result of readRecords(registryDir)) {
    if (!result.ok || result.value.source.type !== 'publisher' || !belongsTo(shard, result.value.id)) continue;
    if (result.value.withdrawn) continue;
    const origin = parseOrigin(result.value.url);
    if (!origin.ok || refusals(origin.value) !== undefined) continue;
    const observation = await readObservation(observationsDir, result.value.id);
    const seen = observation?.ok ? observation.value : undefined;
    if (isDue(seen, now)) due.push({ origin: origin.value, at: dueAt(seen) });
  }
  due.sort((a, b) => a.at - b.at || (a.origin.id < b.origin.id ? -1 : 1));
  return due.map(({ origin }) => origin);
}
