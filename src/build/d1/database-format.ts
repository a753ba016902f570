import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../list-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The data that the stored terms of a listing depend on, besides the code of the search. */
const DATA = ['vocabulary.json', 'taxonomy.json', 'word-vectors.bin'].map(name => path.join(ROOT, 'registry', name));

let known: string | undefined;

/**
 * Identifies what determines the tables and their content for given listings: the code of the search and its data. A
 * database with listings of another format has other tables, or terms that queries would not find.
 */
function getDatabaseFormat(): string {
  if (known !== undefined) return known;
  const folder = path.join(ROOT, 'src/query');
  const code = listFiles(folder).filter(name => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name));
  const sum = createHash('sha256');
  for (const file of [...code.map(name => path.join(folder, name)), ...DATA])
    sum
      .update(`${path.relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  known = sum.digest('hex').slice(0, 8);
  return known;
}

/** Returns the version of a listing in a database: the format, and what identifies the content of the listing. */
export function toVersion(content: string): string {
  return `${getDatabaseFormat()}-${content}`;
}

/** Whether a listing with a version has the current format. */
export function hasCurrentFormat(version: string): boolean {
  return version.startsWith(`${getDatabaseFormat()}-`);
}
