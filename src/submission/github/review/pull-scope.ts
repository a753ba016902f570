import { recordPath } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';

/** A file that a pull request changes. */
export interface PullFile {
  readonly filename: string;
  /** The path before, if the file is renamed. */
  readonly previous_filename?: string | undefined;
  /** The GitHub status: added, modified, removed, renamed, and others. */
  readonly status: string;
}

/** The kind of a pull request, determined by its file names. */
export type PullScope =
  | { readonly kind: 'one-record'; readonly origin: Origin }
  | { readonly kind: 'person'; readonly reason: string }
  /** A record at an invalid path. */
  | { readonly kind: 'misplaced'; readonly path: string }
  | { readonly kind: 'no-submission' };

const RECORDS = 'registry/listings/';

/** The statuses of a file with new content, or only with another mode (`changed`). */
const CONTENT_STATUSES: ReadonlySet<string> = new Set(['added', 'modified', 'copied', 'changed']);

/**
 * Returns the kind of a pull request. Only a pull request that adds or changes exactly one record is decided without a
 * person.
 *
 * @param files the first page of its files
 * @param count the total number of changed files
 */
export function pullScope(files: readonly PullFile[], count: number): PullScope {
  const records = files.filter(({ filename, previous_filename }) =>
    [filename, previous_filename].some(path => path?.startsWith(RECORDS)),
  );
  const [record] = records;
  if (!record && count > files.length)
    return needPerson(`The pull request changes ${count} files, and the first ${files.length} are no records.`);
  if (!record) return { kind: 'no-submission' };
  if (records.length > 1) return needPerson('The pull request changes more than one record.');
  if (count > 1) return needPerson('The pull request changes other files besides one record.');
  if (!CONTENT_STATUSES.has(record.status)) return needPerson('The pull request removes or renames a record.');
  const origin = parsePathOrigin(record.filename);
  return origin ? { kind: 'one-record', origin } : { kind: 'misplaced', path: record.filename };
}

function needPerson(reason: string): PullScope {
  return { kind: 'person', reason };
}

/** Returns the https origin whose record belongs at a path, or undefined if the path is invalid. */
function parsePathOrigin(path: string): Origin | undefined {
  const [, id = ''] = /^registry\/listings\/[^/]+\/([^/]+)\.json$/.exec(path) ?? [];
  const url = `https://${id.replace(/_(\d+)$/, ':$1')}`;
  const result = parseOrigin(url);
  return result.ok && result.value.id === id && path === RECORDS + recordPath(id) ? result.value : undefined;
}
