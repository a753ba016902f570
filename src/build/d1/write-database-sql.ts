import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { statementsFor } from '#query/engines/d1/sync.ts';
import { removeAbandonedDrafts, replaceAtomically } from '#store/atomic-file.ts';
import { createFolder } from '#store/create-folder.ts';
import { builtListings } from './built-listings.ts';
import { type Difference, differenceFrom, type StoredVersions } from './difference.ts';

/** The number of listings to write, to delete, and unchanged, and whether the SQL creates the tables again. */
export type DatabaseChange = ReturnType<Difference['counted']>;

/** Describes a change in one line, for operators. */
export function describeChange({ put, gone, kept, isInitial }: DatabaseChange): string {
  return isInitial
    ? `all tables and ${put} listings to write.`
    : `${put} listings to write, ${gone} to delete, ${kept} unchanged.`;
}

/**
 * Writes the SQL that brings a D1 database to the state of a build.
 *
 * @param stored what the database contains. The SQL recreates the tables if it is undefined, or written by another version of
 * the software that stores listings differently.
 * @throws RangeError if there is no build
 */
export async function writeDatabaseSql(
  folder: string,
  file: string,
  stored: StoredVersions | undefined,
): Promise<DatabaseChange> {
  const { change, counted } = differenceFrom(stored, await builtListings(folder));
  createFolder(path.dirname(path.resolve(file)));
  removeAbandonedDrafts(path.resolve(file));
  // A part of the SQL would leave a database whose listings look complete, so that no later difference repairs it.
  await replaceAtomically(file, draft =>
    pipeline(Readable.from(toLines(statementsFor(change))), createWriteStream(draft)),
  );
  return counted();
}

async function* toLines(statements: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const statement of statements) yield `${statement}\n`;
}
