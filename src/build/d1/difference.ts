import { readFile } from 'node:fs/promises';
import type { Change, DatabaseSync } from '#query/engines/d1/sync.ts';

/** The version of each listing in a database, by its number. */
export type StoredVersions = ReadonlyMap<number, string>;

/**
 * Reads the output of `wrangler d1 execute --json --command "SELECT number, version FROM listings"`.
 * @throws RangeError with a message for the operator if the file contains anything else
 */
export async function storedVersions(file: string): Promise<StoredVersions> {
  const [{ results } = { results: undefined }] = JSON.parse(await readFile(file, 'utf8')) as Printed;
  if (!results?.every(({ number, version }) => typeof number === 'number' && typeof version === 'string'))
    throw new RangeError(`${file} does not contain the number and version of listings.`);
  return new Map(results.map(({ number, version }) => [number, version]));
}

type Printed = readonly { readonly results?: readonly { readonly number: number; readonly version: string }[] }[];

/** The changes to write. The counts are complete once all changes are written. */
export interface Difference {
  readonly change: Change;
  counted(): { readonly put: number; readonly gone: number; readonly kept: number };
}

/** @param stored if undefined, the tables are created and everything is written */
export function differenceFrom(stored: StoredVersions | undefined, built: AsyncIterable<DatabaseSync>): Difference {
  const before = new Map(stored);
  let [put, kept, gone] = [0, 0, 0];
  async function* changed(): AsyncGenerator<DatabaseSync> {
    for await (const filling of built) {
      const known = before.get(filling.number);
      before.delete(filling.number);
      if (known === filling.version) kept++;
      else {
        put++;
        yield filling;
      }
    }
  }
  function* remaining(): Generator<number> {
    for (const number of before.keys()) {
      gone++;
      yield number;
    }
  }
  return {
    change: { anew: stored === undefined, put: changed(), gone: remaining() },
    counted: () => ({ put, gone, kept }),
  };
}
