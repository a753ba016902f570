import { readFile } from 'node:fs/promises';
import type { Change, DatabaseSync } from '#query/engines/d1/sync.ts';
import type { BuiltListings } from './built-listings.ts';
import { hasCurrentFormat } from './database-format.ts';

/** The version of each listing in a database, by its number. */
export type StoredVersions = ReadonlyMap<number, string>;

/**
 * Reads the output of `wrangler d1 execute --json --command "SELECT number, version FROM listings"`.
 * @throws RangeError with a message for the operator if the file contains anything else
 */
export async function storedVersions(file: string): Promise<StoredVersions> {
  return parseStoredVersions(await readFile(file, 'utf8'), file);
}

/**
 * Parses the output of that command.
 * @param name the name of the source in the error message
 */
export function parseStoredVersions(text: string, name = 'The database'): StoredVersions {
  const [{ results } = { results: undefined }] = JSON.parse(text) as WranglerOutput;
  if (!results?.every(({ number, version }) => typeof number === 'number' && typeof version === 'string'))
    throw new RangeError(`${name} does not contain the number and version of listings.`);
  return new Map(results.map(({ number, version }) => [number, version]));
}

type WranglerOutput = readonly {
  readonly results?: readonly { readonly number: number; readonly version: string }[];
}[];

/** The changes to write. The counts are complete once all changes are written. */
export interface Difference {
  readonly change: Change;
  counted(): { readonly put: number; readonly gone: number; readonly kept: number; readonly isInitial: boolean };
}

/**
 * Compares a database with a build.
 * @param stored if undefined or empty, or if a listing has another format, the tables are created again and everything is
 *   written
 */
export function differenceFrom(
  stored: StoredVersions | undefined,
  { listings: built, meaning }: BuiltListings,
): Difference {
  const isInitial = stored === undefined || stored.size === 0 || !stored.values().every(hasCurrentFormat);
  const before = new Map(isInitial ? [] : stored);
  let [put, kept, gone] = [0, 0, 0];
  async function* readChanges(): AsyncGenerator<DatabaseSync> {
    for await (const filling of built) {
      const version = before.get(filling.number);
      before.delete(filling.number);
      if (version === filling.version) kept++;
      else {
        put++;
        yield filling;
      }
    }
  }
  function* readRemoved(): Generator<number> {
    for (const number of before.keys()) {
      gone++;
      yield number;
    }
  }
  return {
    change: { isInitial, put: readChanges(), gone: readRemoved(), meaning },
    counted: () => ({ put, gone, kept, isInitial }),
  };
}
