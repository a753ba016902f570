import path from 'node:path';
import type { Blocklist } from '#listing/blocklist.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { type BrokenFile, readObservation, readRecord, readRecords } from '#store/record-files.ts';
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
  /** Called with each record that cannot be read or is invalid. Its listing is not checked. */
  readonly onBroken: (file: BrokenFile) => void;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The listings that a run has to do something about. */
export interface RevalidationPlan {
  /** The origins to check, longest overdue first. */
  readonly due: readonly Origin[];
  /** The listings that are no longer checked, but whose observation still has a deadline, which no check would meet. */
  readonly unscheduled: readonly UnscheduledListing[];
}

export interface UnscheduledListing {
  readonly record: ListingRecord;
  readonly observation: Observation;
}

/**
 * Finds the listings that are due, and the listings with a deadline that are no longer checked: of blocked origins, withdrawn
 * by a maintainer, or from documentation without an endpoint to probe. Lapsed listings and listings that their publishers
 * withdrew are checked, because they may return.
 */
export async function planRevalidation(options: DueOptions): Promise<RevalidationPlan> {
  const { registryDir, observationsDir, blocklist, shard, watchesDocumentation, self, onBroken, now } = options;
  const due: { readonly origin: Origin; readonly at: number }[] = [];
  const unscheduled: UnscheduledListing[] = [];
  for await (const result of readRecords(registryDir)) {
    // One shard reports a broken record.
    if (!belongsTo(shard, result.ok ? result.value.id : path.basename(result.file, '.json'))) continue;
    if (!result.ok) {
      onBroken(result);
      continue;
    }
    const record = result.value;
    const origin = parseOrigin(record.url);
    if (!origin.ok) continue;
    // Another process may watch these listings, so their deadlines stay.
    if (record.source.type === 'documentation' && !watchesDocumentation) continue;
    const observation = await readObservation(observationsDir, record.id);
    const seen = observation?.ok ? observation.value : undefined;
    if (isChecked(record, origin.value, blocklist)) {
      if (isDue(seen, now)) due.push({ origin: origin.value, at: dueAt(seen) });
    } else if (seen && seen.next_check_by !== null) unscheduled.push({ record, observation: seen });
  }
  if (self && belongsTo(shard, self.id) && blocklist(self) === undefined && !(await readRecord(registryDir, self.id)))
    due.push({ origin: self, at: 0 });
  due.sort((a, b) => a.at - b.at || (a.origin.id < b.origin.id ? -1 : 1));
  return { due: due.map(({ origin }) => origin), unscheduled };
}

function isChecked({ withdrawn, source, manifest, url }: ListingRecord, origin: Origin, blocklist: Blocklist): boolean {
  if (withdrawn || blocklist(origin) !== undefined) return false;
  return source.type !== 'documentation' || selectProbes(manifest, url).length > 0;
}
