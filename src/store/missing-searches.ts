import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomically } from './atomic-file.ts';
import { ifExists } from './if-exists.ts';

/** The number of searches without a fitting result for each term, by day (`2026-11-23`, UTC). */
export type MissingSearches = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The file in the data directory of a server. */
export const MISSING_SEARCHES_FILE = 'missing-searches.json';

/**
 * Reads the counts. Days, terms, and counts of another shape are left out, because the report prints them.
 * @returns no days if the file does not exist
 * @throws SyntaxError if the file is not JSON
 */
export async function readMissingSearches(dataDir: string): Promise<MissingSearches> {
  const text = (await ifExists(readFile(path.join(dataDir, MISSING_SEARCHES_FILE), 'utf8'))) ?? '{}';
  const { days } = JSON.parse(text) as { readonly days?: unknown };
  return Object.fromEntries(
    entriesOf(days).flatMap(([day, terms]) => {
      const counts = entriesOf(terms).filter(([term, count]) => /^\p{L}+$/u.test(term) && Number.isSafeInteger(count));
      return /^\d{4}-\d{2}-\d{2}$/.test(day) ? [[day, Object.fromEntries(counts) as Record<string, number>]] : [];
    }),
  );
}

/** Replaces the counts. */
export async function writeMissingSearches(dataDir: string, days: MissingSearches): Promise<void> {
  await writeAtomically(path.join(dataDir, MISSING_SEARCHES_FILE), `${JSON.stringify({ days }, null, 2)}\n`);
}

function entriesOf(value: unknown): (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
