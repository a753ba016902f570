import { createHash } from 'node:crypto';
import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';
import type { Snapshot } from '#listing/snapshot.ts';
import { parseRecord } from './record-files.ts';
import { type Blobs, openBlobs } from './record-history/blobs.ts';
import { findHistoryGap } from './record-history/git.ts';
import { type RecordVersion, type RecordVersions, readRecordVersions } from './record-history/versions.ts';

export type { RecordVersion } from './record-history/versions.ts';

/** The versions of all records of a registry in git. */
export interface RecordHistory {
  /** The reason why only the current records are known. Undefined if the history is complete. */
  readonly gap: string | undefined;
  /** The versions of all records. */
  readonly all: RecordVersions;
  /** The commits that changed a record, oldest first. Reads no content. */
  versions(id: string): readonly RecordVersion[];
  /**
   * Returns the versions of a record, oldest first, ending with the given record. Skips versions that are not valid
   * records. Does not read the current version from git.
   */
  snapshots(record: ListingRecord): AsyncGenerator<Snapshot, undefined, undefined>;
  /** Stops git. */
  close(): Promise<void>;
}

/**
 * Reads the commits that changed each record, in one pass over the first-parent history of HEAD. A merged branch counts
 * as its merge commit. Reads contents on demand.
 *
 * Without git, outside a repository, and in a shallow or partial clone, the history has a gap. Each record then has only
 * its current snapshot, because an incomplete history would be misleading. Never fetches from a remote.
 *
 * @param repository a directory in a work tree, or a bare repository
 * @param prefix the folder of the records below it, such as `registry/listings`
 * @param previous an earlier history of the same records; with it, reads only new commits
 */
export async function openRecordHistory(
  repository: string,
  prefix: string,
  previous?: RecordHistory,
): Promise<RecordHistory> {
  const gap = await findHistoryGap(repository);
  const all = gap === undefined ? await readRecordVersions(repository, prefix, previous?.all) : NO_VERSIONS;
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

const NO_VERSIONS: RecordVersions = { head: undefined, byId: new Map() };

async function* snapshots(
  current: ListingRecord,
  versions: readonly RecordVersion[],
  read: (blob: string) => Promise<Uint8Array | undefined>,
): AsyncGenerator<Snapshot, undefined, undefined> {
  let last: Snapshot | undefined;
  for (const [index, { blob, commit, committed_at }] of versions.entries()) {
    const isCurrent = index === versions.length - 1 && blob === computeBlobId(current, blob.length);
    const content = isCurrent ? undefined : await read(blob);
    const record = isCurrent ? current : content && parseRecord(recordPath(current.id), content);
    if (record === undefined) continue;
    last = { at: getChangeTime(record, committed_at, last), record, commit };
    yield last;
    if (isCurrent) return;
  }
  yield { at: getChangeTime(current, current.updated_at, last), record: current };
}

/** Uses the time of the commit if `updated_at` did not change, which happens in manual edits. */
function getChangeTime(record: ListingRecord, committedAt: string, previous: Snapshot | undefined): string {
  const isLater = previous === undefined || Date.parse(record.updated_at) > Date.parse(previous.at);
  return isLater ? record.updated_at : committedAt;
}

/** Returns the object id of a record in git. Its length determines the hash function of the repository. */
function computeBlobId(record: ListingRecord, length: number): string {
  const text = Buffer.from(recordText(record));
  const hash = createHash(length === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${text.length}\0`).update(text).digest('hex');
}
