import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';

/** Reads a record of the output folder; undefined if it does not exist. */
export async function readDraft(output: string, id: string): Promise<ListingRecord | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(output, id), 'utf8')) as ListingRecord;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`Cannot read the record ${id}. Correct or remove ${fileOf(output, id)}.`, { cause: error });
  }
}

/** Writes a record atomically, so that an interrupted import leaves no partial record. */
export async function writeDraft(output: string, record: ListingRecord): Promise<void> {
  const file = fileOf(output, record.id);
  const temporary = `${file}.${process.pid}.tmp`;
  await mkdir(path.dirname(file), { recursive: true });
  try {
    await writeFile(temporary, recordText(record));
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function fileOf(output: string, id: string): string {
  return path.join(output, 'listings', recordPath(id));
}
