import { recordPath } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';

/** A file that a pull request changes. */
export interface PullFile {
  readonly filename: string;
  /** As GitHub names it: added, modified, removed, renamed and others. */
  readonly status: string;
  /** The name of its content in git; null when it is removed. */
  readonly sha: string | null;
}

/** What a pull request is about, by the names of its files. */
export type PullScope =
  | { readonly kind: 'one-record'; readonly origin: Origin; readonly blob: string }
  | { readonly kind: 'person'; readonly reason: string }
  /** A record where no record belongs. */
  | { readonly kind: 'misplaced'; readonly path: string }
  | { readonly kind: 'no-submission' };

const RECORDS = 'registry/listings/';

/**
 * Tells whether a pull request adds or changes one record and nothing else, which is what is decided without a person.
 *
 * @param files the first of its files
 * @param count how many it changes in all
 */
export function pullScope(files: readonly PullFile[], count: number): PullScope {
  const records = files.filter(file => file.filename.startsWith(RECORDS));
  const [record] = records;
  if (!record) return { kind: 'no-submission' };
  if (records.length > 1) return person('It touches more than one record.');
  if (count > 1) return person('It touches other files than one record.');
  if ((record.status !== 'added' && record.status !== 'modified') || record.sha === null) {
    return person('It removes or renames a record.');
  }
  const origin = originAt(record.filename);
  return origin ? { kind: 'one-record', origin, blob: record.sha } : { kind: 'misplaced', path: record.filename };
}

function person(reason: string): PullScope {
  return { kind: 'person', reason };
}

/** The origin whose record belongs at a path, with https; undefined when none does. */
function originAt(path: string): Origin | undefined {
  const [, id = ''] = /^registry\/listings\/[^/]+\/([^/]+)\.json$/.exec(path) ?? [];
  const address = `https://${id.replace(/_(\d+)$/, ':$1')}`;
  const result = parseOrigin(address);
  return result.ok && result.value.id === id && path === RECORDS + recordPath(id) ? result.value : undefined;
}
