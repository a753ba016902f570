import type { History, HistoryEntry } from '#contract/history.ts';
import { summarizeChanges } from '#manifest/change-summary.ts';
import { diffManifests } from '#manifest/diff.ts';
import type { ListingRecord } from './listing-record.ts';
import type { StatusChange } from './observation.ts';
import type { Snapshot } from './snapshot.ts';
import { isListed } from './status.ts';

/** These limits keep a history below about 2 MB, even if a manifest changes completely each day. */
const MAX_ENTRIES = 200;
const MAX_DIFFERENCES = 50;

/**
 * Creates the history of a listing. Keeps at most two snapshots in memory.
 *
 * @param snapshots the versions of its record, oldest first; a version without a difference gets no entry
 * @param statuses the known results of its checks, oldest first; withdrawals come from the records
 */
export async function createHistory(
  id: string,
  snapshots: Iterable<Snapshot> | AsyncIterable<Snapshot>,
  statuses: readonly StatusChange[] = [],
): Promise<History> {
  const entries: HistoryEntry[] = [];
  let before: Snapshot | undefined;
  for await (const after of snapshots) {
    entries.push(...(before === undefined ? toFirstEntries(after) : toChangeEntries(before, after)));
    before = after;
  }
  const all = sortByTime([...entries, ...toStatusEntries(statuses, entries)]);
  const newest = all.slice(-MAX_ENTRIES).reverse();
  return { id, entries: newest, count: newest.length, total: all.length };
}

/** If the first snapshot was updated after its creation, earlier versions existed but are unknown. */
function toFirstEntries({ at, record, commit }: Snapshot): HistoryEntry[] {
  const { version } = record.manifest;
  const listed = { at: record.created_at, kind: 'listed', ...UNCHANGED } as const;
  const source = commit === undefined ? {} : { commit };
  if (Date.parse(record.updated_at) > Date.parse(record.created_at)) {
    const summary = 'changed; earlier versions are not recorded';
    return [
      { ...listed, version: null, summary: 'listed' },
      { at, kind: 'changed', version, summary, ...UNCHANGED, ...source },
    ];
  }
  const from = record.source.type === 'documentation' ? 'from its public documentation' : 'by its publisher';
  return [{ ...listed, version, summary: `listed ${from}`, ...source }];
}

function toChangeEntries(before: Snapshot, after: Snapshot): HistoryEntry[] {
  const [was, is] = [before.record.manifest, after.record.manifest];
  const differences = diffManifests(was, is);
  const kind = getChangeKind(before.record, after.record);
  if (kind === 'changed' && differences.length === 0) return [];
  const others = differences.filter(({ pointer }) => pointer !== '/listing_requested');
  const changes = others.length > 0 ? [summarizeChanges(was.version, is.version, others)] : [];
  return [
    {
      at: after.at,
      kind,
      version: is.version,
      previous_version: was.version,
      summary:
        [...describeKind(kind, before.record, after.record), ...changes].join('; ') ||
        summarizeChanges(was.version, is.version, differences),
      breaking: kind !== 'claimed' && differences.some(({ breaking }) => breaking),
      differences: differences.slice(0, MAX_DIFFERENCES),
      difference_count: differences.length,
      ...(after.commit === undefined ? {} : { commit: after.commit }),
    },
  ];
}

type ChangeKind = 'claimed' | 'changed' | 'withdrawn' | 'restored';

function describeKind(kind: ChangeKind, before: ListingRecord, { withdrawn }: ListingRecord): string[] {
  if (kind === 'changed') return [];
  if (kind === 'claimed') return ['claimed by its publisher'];
  if (kind === 'withdrawn')
    return [withdrawn ? `withdrawn by the registry: ${withdrawn.reason}` : 'withdrawn by its publisher'];
  return [before.withdrawn ? 'listed again by the registry' : 'listed again by its publisher'];
}

function getChangeKind(before: ListingRecord, after: ListingRecord): ChangeKind {
  if (before.source.type === 'documentation' && after.source.type === 'publisher') return 'claimed';
  const [was, is] = [isListed(before), isListed(after)];
  if (was === is) return 'changed';
  return is ? 'restored' : 'withdrawn';
}

/** Passed checks restore a lapsed listing, and verify any other. */
function toStatusEntries(statuses: readonly StatusChange[], entries: readonly HistoryEntry[]): HistoryEntry[] {
  let lapsed = false;
  return statuses.flatMap(({ at, status }) => {
    if (status !== 'lapsed' && status !== 'verified') return [];
    const kind = status === 'verified' && lapsed ? 'restored' : status;
    lapsed = status === 'lapsed';
    const current = entries.findLast(entry => Date.parse(entry.at) <= Date.parse(at));
    return [{ at, kind, summary: SUMMARIES[kind], version: current?.version ?? null, ...UNCHANGED }];
  });
}

const SUMMARIES = {
  lapsed: 'failed its checks at least twice, 24 hours or more apart',
  verified: 'passed its checks',
  restored: 'passed its checks again',
} as const;

const UNCHANGED = { previous_version: null, breaking: false, differences: [], difference_count: 0 } as const;

function sortByTime(entries: readonly HistoryEntry[]): HistoryEntry[] {
  return entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
