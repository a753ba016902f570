import { createHash } from 'node:crypto';
import type { Snapshot } from '#listing/history-entry.ts';
import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';
import { parseRecord } from './record-files.ts';
import { type Blobs, openBlobs } from './record-history/blobs.ts';
import { historyGap } from './record-history/gap.ts';
import { type RecordVersion, type RecordVersions, recordVersions } from './record-history/versions.ts';

export type { RecordVersion } from './record-history/versions.ts';

/** The versions of all records of a registry, as git has them. */
export interface RecordHistory {
  /** Why nothing but the current records is known, fit to be shown; undefined when the history is whole. */
  readonly gap: string | undefined;
  /** All that was read of git. */
  readonly all: RecordVersions;
  /** The commits that changed a record, oldest first, without reading any: what they are names the history. */
  versions(id: string): readonly RecordVersion[];
  /**
   * The versions of a record, oldest first, one at a time, ending with the record given. Versions that no longer are
   * valid records are left out. The current version is not read again from git.
   */
  snapshots(record: ListingRecord): AsyncGenerator<Snapshot, undefined, undefined>;
  /** Ends what was started. */
  close(): Promise<void>;
}

/**
 * Reads which commit brought which version of which record, in one pass over the first-parent history of HEAD; a merged
 * branch counts as its merge. Contents are read only when asked for.
 *
 * Without git, outside a repository, and in a shallow or partial clone the history has a gap: then each record is its
 * own only snapshot, because half a history would tell wrong things. Nothing is fetched, ever.
 *
 * @param repository a directory in a work tree, or a bare repository
 * @param prefix the folder of the records below it, e.g. `registry/listings`
 * @param before the history of the same records as it was read earlier: then only new commits are read
 */
export async function openRecordHistory(
  repository: string,
  prefix: string,
  before?: RecordHistory,
): Promise<RecordHistory> {
  const gap = await historyGap(repository);
  const all = gap === undefined ? await recordVersions(repository, prefix, before?.all) : NOTHING;
  const versions = all.byId;
  let blobs: Blobs | undefined;
  const read = (blob: string) => {
    blobs ??= openBlobs(repository);
    return blobs.read(blob);
  };
  return {
    gap,
    all,
    versions: id => versions.get(id) ?? [],
    snapshots: record => snapshots(record, versions.get(record.id) ?? [], read),
    close: async () => blobs?.close(),
  };
}

const NOTHING: RecordVersions = { head: undefined, byId: new Map() };

async function* snapshots(
  current: ListingRecord,
  versions: readonly RecordVersion[],
  read: (blob: string) => Promise<Uint8Array | undefined>,
): AsyncGenerator<Snapshot, undefined, undefined> {
  let last: Snapshot | undefined;
  for (const [index, { blob, commit, committed_at }] of versions.entries()) {
    const isCurrent = index === versions.length - 1 && blob === blobOf(current, blob.length);
    const record = isCurrent ? current : recordIn(await read(blob), current.id);
    if (record === undefined) continue;
    last = { at: timeOf(record, committed_at, last), record, commit };
    yield last;
    if (isCurrent) return;
  }
  yield { at: timeOf(current, current.updated_at, last), record: current };
}

/** A record says itself when it changed; where that was forgotten in an edit by hand, the commit's time stands in. */
function timeOf(record: ListingRecord, committedAt: string, before: Snapshot | undefined): string {
  const isLater = before === undefined || Date.parse(record.updated_at) > Date.parse(before.at);
  return isLater ? record.updated_at : committedAt;
}

function recordIn(content: Uint8Array | undefined, id: string): ListingRecord | undefined {
  return content && parseRecord(recordPath(id), content);
}

/** The name that git gives a record's text; its length tells which hash the repository uses. */
function blobOf(record: ListingRecord, length: number): string {
  const text = Buffer.from(recordText(record));
  const hash = createHash(length === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${text.length}\0`).update(text).digest('hex');
}
