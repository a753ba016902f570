import path from 'node:path';
import { formatCount } from '#manifest/text/format-count.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { importDocument } from './import-directory/import-document.ts';
import { type ImportEntry, type ImportLog, openImportLog } from './import-directory/import-log.ts';
import { type DocumentFile, listDocuments } from './import-directory/list-documents.ts';

/** Drafts a record for each origin of a folder of OpenAPI documents. */
export async function importDirectory(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const [folder = ''] = input.operands;
  const output = input.value('output') ?? 'drafts';
  const repository = input.value('repository');
  const commit = input.value('commit');
  if (repository !== undefined && !/^[\w.-]+\/[\w.-]+$/.test(repository))
    return failCommand('Invalid value for --repository. Use owner/name.', terminal);
  if (commit !== undefined && (repository === undefined || !/^[0-9a-f]{40}$/.test(commit)))
    return failCommand('Invalid value for --commit. Use 40 hexadecimal digits, together with --repository.', terminal);
  let documents: readonly DocumentFile[];
  let log: ImportLog;
  try {
    documents = await listDocuments(folder, path.join(output, 'listings'));
    log = await openImportLog(output);
  } catch (error) {
    return failCommand(
      sanitizeLine(`Cannot read the folder: ${error instanceof Error ? error.message : error}.`),
      terminal,
    );
  }
  if (documents.length === 0) return failCommand(sanitizeLine(`${folder} has no JSON or YAML files.`), terminal);

  const drafts = new Set(
    [...log.entries.values()].flatMap(({ outcome, id }) => (outcome === 'drafted' && id ? [id] : [])),
  );
  const options = {
    folder,
    output,
    now: new Date(),
    repository: repository === undefined ? undefined : { repository, ...(commit !== undefined && { commit }) },
  };
  let unchanged = 0;
  for (const [at, document] of documents.entries()) {
    terminal.signal.throwIfAborted();
    const entry = await importDocument(document, log, drafts, options);
    if (!entry) unchanged++;
    terminal.progress(`${at + 1} of ${documents.length} documents, ${drafts.size} drafts`);
  }
  terminal.error('');

  const current = documents.flatMap(({ document }) => log.entries.get(document) ?? []);
  const result = { documents: documents.length, unchanged, drafts: drafts.size, ...countOutcomes(current) };
  terminal.out(input.has('json') ? `${JSON.stringify(result)}\n` : formatResult(result, output));
  return result.rejected === 0 ? EXIT.passed : EXIT.failed;
}

type Outcomes = Readonly<Record<ImportEntry['outcome'], number>>;

function countOutcomes(entries: readonly ImportEntry[]): Outcomes {
  const counts = { drafted: 0, merged: 0, duplicate: 0, superseded: 0, kept: 0, rejected: 0 };
  for (const { outcome } of entries) counts[outcome]++;
  return counts;
}

interface ImportResult extends Outcomes {
  readonly documents: number;
  /** The documents that an earlier run imported. */
  readonly unchanged: number;
  readonly drafts: number;
}

function formatResult(result: ImportResult, output: string): string {
  const { documents, drafts, merged, duplicate, superseded, kept, rejected } = result;
  return `${formatCount(drafts, 'draft')} of ${formatCount(documents, 'document')} in ${output}/listings: ${merged} merged, ${formatCount(duplicate, 'duplicate')}, ${superseded} superseded, ${kept} kept, ${rejected} rejected. ${output}/import.ndjson has the details.
Next: replace each text that starts with TODO, choose the categories, and run npm run check -- --only registry.
`;
}
