import type { History, HistoryEntry } from '#contract/history.ts';
import { summaryOf } from '#manifest/change-summary.ts';
import { diffManifests } from '#manifest/diff.ts';
import type { ListingRecord } from './listing-record.ts';
import type { StatusChange } from './observation.ts';
import type { Snapshot } from './snapshot.ts';
import { isListed } from './status.ts';

/** A publisher may change all of a manifest each day; a history stays within about two megabytes nevertheless. */
const MOST_ENTRIES = 200;
const MOST_DIFFERENCES = 50;

/**
 * The history of one listing. Holds two snapshots at a time, however many there are.
 *
 * @param snapshots the versions of its record, oldest first; those that say the same as the one before are no entry
 * @param statuses what our checks made of it, oldest first, where that is known; withdrawals are taken from the records
 */
export async function createHistory(
  id: string,
  snapshots: Iterable<Snapshot> | AsyncIterable<Snapshot>,
  statuses: readonly StatusChange[] = [],
): Promise<History> {
  const entries: HistoryEntry[] = [];
  let before: Snapshot | undefined;
  for await (const after of snapshots) {
    entries.push(...(before === undefined ? beginning(after) : change(before, after)));
    before = after;
  }
  const all = inOrder([...entries, ...checked(statuses, entries)]);
  const newest = all.slice(-MOST_ENTRIES).reverse();
  return { id, entries: newest, count: newest.length, total: all.length };
}

/** A first snapshot that has been updated before is the oldest known, not the first: then it says so. */
function beginning({ at, record, commit }: Snapshot): HistoryEntry[] {
  const { version } = record.manifest;
  const listed = { at: record.created_at, kind: 'listed', ...UNCHANGED } as const;
  const source = commit === undefined ? {} : { commit };
  if (Date.parse(record.updated_at) > Date.parse(record.created_at)) {
    const summary = 'changed; what was before is not recorded';
    return [
      { ...listed, version: null, summary: 'listed' },
      { at, kind: 'changed', version, summary, ...UNCHANGED, ...source },
    ];
  }
  const from = record.source.type === 'documentation' ? 'from its public documentation' : 'by its publisher';
  return [{ ...listed, version, summary: `listed ${from}`, ...source }];
}

function change(before: Snapshot, after: Snapshot): HistoryEntry[] {
  const [was, is] = [before.record.manifest, after.record.manifest];
  const found = diffManifests(was, is);
  const kind = kindOfChange(before.record, after.record);
  if (kind === 'changed' && found.length === 0) return [];
  const told = found.filter(({ pointer }) => pointer !== '/listing_requested');
  const changes = told.length > 0 ? [summaryOf(was.version, is.version, told)] : [];
  return [
    {
      at: after.at,
      kind,
      version: is.version,
      previous_version: was.version,
      summary:
        [...leadOf(kind, before.record, after.record), ...changes].join('; ') ||
        summaryOf(was.version, is.version, found),
      breaking: kind !== 'claimed' && found.some(({ breaking }) => breaking),
      differences: found.slice(0, MOST_DIFFERENCES),
      difference_count: found.length,
      ...(after.commit === undefined ? {} : { commit: after.commit }),
    },
  ];
}

type ChangeKind = 'claimed' | 'changed' | 'withdrawn' | 'restored';

function leadOf(kind: ChangeKind, before: ListingRecord, { withdrawn }: ListingRecord): string[] {
  if (kind === 'changed') return [];
  if (kind === 'claimed') return ['claimed by its publisher'];
  if (kind === 'withdrawn')
    return [withdrawn ? `withdrawn by the registry: ${withdrawn.reason}` : 'withdrawn by its publisher'];
  return [before.withdrawn ? 'listed again by the registry' : 'listed again by its publisher'];
}

function kindOfChange(before: ListingRecord, after: ListingRecord): ChangeKind {
  if (before.source.type === 'documentation' && after.source.type === 'publisher') return 'claimed';
  const [was, is] = [isListed(before), isListed(after)];
  if (was === is) return 'changed';
  return is ? 'restored' : 'withdrawn';
}

/** Passing after a lapse restores a listing; passing for the first time verifies it. */
function checked(statuses: readonly StatusChange[], entries: readonly HistoryEntry[]): HistoryEntry[] {
  let lapsed = false;
  return statuses.flatMap(({ at, status }) => {
    if (status !== 'lapsed' && status !== 'verified') return [];
    const kind = status === 'verified' && lapsed ? 'restored' : status;
    lapsed = status === 'lapsed';
    const current = entries.findLast(entry => Date.parse(entry.at) <= Date.parse(at));
    return [{ at, kind, summary: CHECKED[kind], version: current?.version ?? null, ...UNCHANGED }];
  });
}

const CHECKED = {
  lapsed: 'failed its checks at least twice, a day or more apart',
  verified: 'passed its checks',
  restored: 'passed its checks again',
} as const;

const UNCHANGED = { previous_version: null, breaking: false, differences: [], difference_count: 0 } as const;

function inOrder(entries: readonly HistoryEntry[]): HistoryEntry[] {
  return entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
