import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from '#store/create-folder.ts';

/** The result for one document. */
export interface ImportEntry {
  /** The path of the document, relative to its folder. */
  readonly document: string;
  /** The SHA-256 of the document, in hexadecimal. Undefined if it was not read. */
  readonly sha256?: string;
  /**
   * `drafted`: a new record. `merged`: its endpoints were added to the draft of the same origin. `duplicate`: the draft has all
   * of its endpoints. `superseded`: a newer version exists. `kept`: the record was reviewed, or
   * another tool wrote it.
   */
  readonly outcome: 'drafted' | 'merged' | 'duplicate' | 'superseded' | 'kept' | 'rejected';
  /** The id of the record. */
  readonly id?: string;
  /** The reason, and the assumptions of the draft. */
  readonly notes?: readonly string[];
}

/** The entries of an import, in a file with one JSON value per line. */
export interface ImportLog {
  /** The last entry of each document. */
  readonly entries: ReadonlyMap<string, ImportEntry>;
  append(entry: ImportEntry): Promise<void>;
}

/**
 * Opens the log of an output folder. Ignores a last line that an interrupted run left incomplete.
 * @throws Error if the file cannot be read
 */
export async function openImportLog(output: string): Promise<ImportLog> {
  const file = path.join(output, 'import.ndjson');
  createFolder(output);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const entries = new Map<string, ImportEntry>();
  for (const line of text.split('\n')) {
    const entry = parseEntry(line);
    if (entry) entries.set(entry.document, entry);
  }
  if (text !== '' && !text.endsWith('\n')) await appendFile(file, '\n');
  return {
    entries,
    async append(entry) {
      await appendFile(file, `${JSON.stringify(entry)}\n`);
      entries.set(entry.document, entry);
    },
  };
}

function parseEntry(line: string): ImportEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isEntry = typeof value === 'object' && value !== null && 'document' in value && 'outcome' in value;
    return isEntry ? (value as ImportEntry) : undefined;
  } catch {
    return undefined;
  }
}
