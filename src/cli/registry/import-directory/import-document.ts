import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createDraftRecord } from '#draft/draft-record.ts';
import { mergeDraftRecords } from '#draft/merge-draft-records.ts';
import { parseOpenapiDocument } from '#draft/openapi/openapi-document.ts';
import { isTodo } from '#draft/openapi/todo.ts';
import { readDraft, writeDraft } from './draft-files.ts';
import type { ImportEntry, ImportLog } from './import-log.ts';
import type { DocumentFile } from './list-documents.ts';

export interface ImportOptions {
  readonly folder: string;
  readonly output: string;
  readonly now: Date;
  /** The repository of the folder, if it is known. */
  readonly repository?: { readonly repository: string; readonly commit?: string } | undefined;
}

/**
 * Imports one document, and appends its entry to the log.
 * @param drafts the ids of all drafts of this import; a new draft is added
 * @returns undefined if an earlier run imported the document
 * @throws Error if the document or its record cannot be read or written
 */
export async function importDocument(
  { document, supersededBy }: DocumentFile,
  log: ImportLog,
  drafts: Set<string>,
  options: ImportOptions,
): Promise<ImportEntry | undefined> {
  const earlier = log.entries.get(document);
  if (supersededBy !== undefined) {
    if (earlier) return undefined;
    return record(log, { document, outcome: 'superseded', notes: [`${supersededBy} is newer.`] });
  }
  const bytes = new Uint8Array(await readFile(path.join(options.folder, document)));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (earlier && (await isComplete(earlier, sha256, options.output))) return undefined;
  return draft({ document, sha256 }, bytes, log, drafts, options);
}

/** A draft that was logged may be missing, because the import logs it first. */
async function isComplete(
  { outcome, id, sha256: known }: ImportEntry,
  sha256: string,
  output: string,
): Promise<boolean> {
  if (outcome === 'drafted') return id === undefined || (await readDraft(output, id)) !== undefined;
  return known === sha256;
}

async function draft(
  file: { readonly document: string; readonly sha256: string },
  bytes: Uint8Array,
  log: ImportLog,
  drafts: Set<string>,
  { output, now, repository }: ImportOptions,
): Promise<ImportEntry> {
  const parsed = parseOpenapiDocument(bytes);
  if (!parsed.ok) return record(log, { ...file, outcome: 'rejected', notes: [parsed.error] });
  const openapi = repository && { ...repository, path: file.document };
  const created = createDraftRecord(parsed.value, { now, ...(openapi && { openapi }) });
  if (!created.ok) return record(log, { ...file, outcome: 'rejected', notes: [created.error] });
  const { record: own, notes } = created.value;
  const { id } = own;
  const existing = await readDraft(output, id);
  if (existing && !(drafts.has(id) && isTodo(existing.manifest.agent_notes)))
    return record(log, { ...file, outcome: 'kept', id });
  if (!existing) {
    // Write the log first: without its line, the next run would treat the record as written by another tool.
    const entry = await record(log, { ...file, outcome: 'drafted', id, notes });
    drafts.add(id);
    await writeDraft(output, own);
    return entry;
  }
  const { record: merged, added } = mergeDraftRecords(existing, own);
  if (added === 0) return record(log, { ...file, outcome: 'duplicate', id });
  await writeDraft(output, merged);
  return record(log, { ...file, outcome: 'merged', id, notes });
}

async function record(log: ImportLog, entry: ImportEntry): Promise<ImportEntry> {
  await log.append(entry);
  return entry;
}
