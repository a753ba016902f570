import { constants, existsSync } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { completeManifest, listTodos } from '#draft/complete-manifest.ts';
import { createDraft, type Draft } from '#draft/openapi/draft.ts';
import { MAX_DOCUMENT_BYTES, parseOpenapiDocument, parseWithReferences } from '#draft/openapi/openapi-document.ts';
import { MAX_PROPOSED } from '#draft/openapi/select-endpoints.ts';
import { describeSuggestions } from '#draft/openapi/suggestions.ts';
import { parseOrigin } from '#listing/origin.ts';
import type { Manifest03 } from '#manifest/manifest.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { MAX_MANIFEST_BYTES } from '#manifest/text/manifest-text.ts';
import { validateManifest } from '#manifest/validate.ts';
import type { Input } from '../input.ts';
import { isUrl } from '../registry/urls.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import { PromptCanceledError, type Prompts } from '../terminal/prompts.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { formatInitResult } from './init/format-result.ts';
import { mergeMembers, readMembers } from './init/options.ts';
import { promptManifest } from './init/prompt-manifest.ts';
import { promptSelection } from './init/prompt-selection.ts';
import { createReferenceReader, getBaseUrl } from './init/reference-reader.ts';
import { readSource } from './text-source.ts';

/** Writes a manifest from an OpenAPI document, options, and prompts, and marks what is still missing. */
export async function init(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const file = input.value('output') ?? 'api-manifest.json';
  const prompts = input.has('no-questions') ? undefined : terminal.prompts;
  const members = readMembers(input);
  if (!members.ok) return failCommand(members.error, terminal);
  const outputError = file === '-' ? undefined : await findOutputError(file);
  if (outputError !== undefined) return failCommand(outputError, terminal);
  if (file !== '-' && !input.has('force') && existsSync(file)) {
    const canOverwrite = await prompts?.confirm({ message: `${file} already exists. Overwrite it?`, initial: false });
    if (!canOverwrite)
      return failCommand(
        `${file} already exists. Overwrite it with --force, or choose another file with --output.`,
        terminal,
      );
  }
  const draft = await readDraft(input, terminal, prompts);
  if (!draft.ok) return failCommand(draft.error, terminal);

  const { origin = null } = draft.value;
  const source = { ...draft.value, known: mergeMembers(draft.value.known, members.value) };
  const collected: { -readonly [Member in keyof Manifest03]?: Manifest03[Member] } = { ...source.known };
  try {
    if (prompts) await promptManifest(source, prompts, collected);
  } catch (error) {
    if (error instanceof PromptCanceledError && file !== '-' && Object.keys(collected).length > 0)
      return await keepDraft({ ...source, known: collected }, file, terminal);
    throw error;
  }
  const notes = [...draft.value.notes, ...describeSuggestions(draft.value.suggestions, collected)];
  const manifest = completeManifest({ ...source, known: collected }, new Date());
  const text = toText(manifest);
  const open = listTodos(manifest);
  if (file === '-') terminal.out(text);
  else await writeFile(file, text);
  const result = { file, origin, open, notes };
  const summary = input.has('json')
    ? `${JSON.stringify(result, null, 2)}\n`
    : formatInitResult(result, manifest, terminal.hasColors);
  if (file === '-') terminal.error(summary);
  else terminal.out(summary);
  const isAccepted =
    open.length === 0 && Buffer.byteLength(text) <= MAX_MANIFEST_BYTES && validateManifest(manifest).valid;
  return isAccepted ? EXIT.passed : EXIT.failed;
}

/**
 * Returns an error message for a file that cannot be written. The check comes before the prompts, so that their input is not lost.
 * @throws the system's error if the user may not write the file or its folder
 */
async function findOutputError(file: string): Promise<string | undefined> {
  const folder = path.dirname(file);
  if (existsSync(file) && (await stat(file)).isDirectory()) return `${file} is a folder. Choose a file with --output.`;
  if (!existsSync(folder))
    return `The folder ${folder} does not exist. Create it, or choose another file with --output.`;
  await access(existsSync(file) ? file : folder, constants.W_OK);
  return undefined;
}

/** Writes the answers so far. With --force, the next run can replace them. */
async function keepDraft(draft: Pick<Draft, 'known' | 'hints'>, file: string, terminal: Terminal): Promise<ExitStatus> {
  await writeFile(file, toText(completeManifest(draft, new Date())));
  terminal.error(`Canceled. The answers so far are in ${sanitizeLine(file)}. Replace its TODO texts to complete it.\n`);
  return EXIT.interrupted;
}

function toText(manifest: object): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The limits for an OpenAPI document, which can be large. */
const DOCUMENT_LIMITS = { maxBytes: MAX_DOCUMENT_BYTES, deadlineMs: 60_000 };

async function readDraft(
  input: Input,
  terminal: Terminal,
  prompts: Prompts | undefined,
): Promise<Result<Draft, string>> {
  const target = input.value('from-openapi');
  const originUrl = input.value('origin');
  const parsed = originUrl === undefined ? undefined : parseOrigin(originUrl);
  if (parsed && !parsed.ok) return failure(`Invalid value for --origin: "${originUrl}". ${parsed.error}`);
  const origin = parsed?.value.url;
  if (target === undefined) return success({ known: {}, hints: {}, notes: [], origin });
  const source = await readSource(target, terminal, DOCUMENT_LIMITS);
  if (!source.ok) return source;
  const { bytes } = source.value;
  const document = input.has('fetch-references')
    ? await parseWithReferences(bytes, getBaseUrl(target), createReferenceReader(target, terminal))
    : parseOpenapiDocument(bytes);
  if (!document.ok) return failure(`Cannot import ${source.value.name}. ${document.error}`);
  const address = isUrl(target) ? target : undefined;
  const options = { origin, url: address, only: input.values('only'), tags: input.values('tag') };
  const draft = createDraft(document.value, options);
  const isSelected = input.has('all') || options.only.length > 0 || options.tags.length > 0;
  if (isSelected || !prompts || (draft.operations?.length ?? 0) <= MAX_PROPOSED) return success(draft);
  return success(createDraft(document.value, { ...options, ...(await promptSelection(draft, prompts)) }));
}
