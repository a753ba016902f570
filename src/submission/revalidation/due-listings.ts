import type { Blocklist } from '#listing/blocklist.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { readObservation, readRecord, readRecords } from '#store/record-files.ts';
import { selectProbes } from '#verify/probes/probes.ts';
import { dueAt, isDue } from '../check-times.ts';
import { belongsTo, type Shard } from './shard.ts';

export interface DueOptions {
  readonly registryDir: string;
  readonly observationsDir: string;
  readonly blocklist: Blocklist;
  /** Whether listings from documentation are included if a probe of their endpoints is possible. */
  readonly watchesDocumentation: boolean;
  readonly shard: Shard;
  /** The origin of the registry itself, which is due if it has no record. Undefined if it does not list itself. */
  readonly self?: Origin | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The origins of the due listings, longest overdue first. Excludes blocked origins and listings that a maintainer withdrew. Includes lapsed listings and listings that their publishers withdrew, because they may
 * return.
 */
export async function dueListings(options: DueOptions): Promise<Origin[]> {
  const { registryDir, observationsDir, blocklist, shard, watchesDocumentation, self, now } = options;
  const due: { readonly origin: Origin; readonly at: number }[] = [];
  for await (const result of readRecords(registryDir)) {
    if (!result.ok || result.value.withdrawn || !belongsTo(shard, result.value.id)) continue;
    const { source, manifest, url } = result.value;
    if (source.type === 'documentation' && !(watchesDocumentation && selectProbes(manifest, url).length > 0)) continue;
    const origin = parseOrigin(url);
    if (!origin.ok || blocklist(origin.value) !== undefined) continue;
    const observation = await readObservation(observationsDir, result.value.id);
    const seen = observation?.ok ? observation.value : undefined;
    if (isDue(seen, now)) due.push({ origin: origin.value, at: dueAt(seen) });
  }
  if (self && belongsTo(shard, self.id) && blocklist(self) === undefined && !(await readRecord(registryDir, self.id)))
    due.push({ origin: self, at: 0 });
  due.sort((a, b) => a.at - b.at || (a.origin.id < b.origin.id ? -1 : 1));
  return due.map(({ origin }) => origin);
}
