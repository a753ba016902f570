import { access, writeFile } from 'node:fs/promises';
import { completeManifest, openPlaces } from '#draft/complete-manifest.ts';
import { type Draft, draftFrom } from '#draft/openapi/draft.ts';
import { parseOpenapiDocument } from '#draft/openapi/openapi-document.ts';
import type { Input } from '../input.ts';
import { isUrl } from '../registry/urls.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { membersIn } from './init/options.ts';
import { promptManifest } from './init/prompt-manifest.ts';
import { initText } from './init/summary.ts';
import { readSource } from './text-source.ts';

/** Writes a manifest from an OpenAPI document, options and answers; what nobody knows is marked in it. */
export async function init(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const file = input.value('output') ?? 'api-manifest.json';
  const ask = input.has('no-questions') ? undefined : terminal.ask;
  const given = membersIn(input);
  if ('refusal' in given) return failCommand(given.refusal, terminal);
  if (file !== '-' && !input.has('force') && (await exists(file))) {
    const overwrite = await ask?.confirm({ message: `${file} exists. Write over it?`, initial: false });
    if (!overwrite)
      return failCommand(`${file} exists; --force writes over it, --output names another file.`, terminal);
  }
  const draft = await draftOf(input, terminal);
  if ('refusal' in draft) return failCommand(draft.refusal, terminal);

  const sum = { ...draft, known: { ...draft.known, ...given } };
  const known = ask ? await promptManifest(sum, ask) : sum.known;
  const manifest = completeManifest({ ...sum, known }, new Date());
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const open = openPlaces(manifest);
  if (file === '-') terminal.out(text);
  else await writeFile(file, text);
  const result = { file, origin: draft.origin ?? null, open, notes: draft.notes };
  const told = input.has('json')
    ? `${JSON.stringify(result, null, 2)}\n`
    : initText(result, manifest, terminal.colours);
  if (file === '-') terminal.error(told);
  else terminal.out(told);
  return open.length > 0 ? EXIT.failed : EXIT.passed;
}

/** Longest OpenAPI document that is read, in bytes, and milliseconds that fetching it may take. */
const LIMITS = { maxBytes: 32 * 1024 * 1024, deadlineMs: 60_000 };

async function draftOf(input: Input, terminal: Terminal): Promise<Draft | { readonly refusal: string }> {
  const target = input.value('from-openapi');
  const origin = input.value('origin');
  if (origin !== undefined && !URL.canParse(origin))
    return { refusal: '--origin takes an address such as https://api.example.com.' };
  const wanted = origin === undefined ? undefined : new URL(origin).origin;
  if (target === undefined) return { known: {}, hints: {}, notes: [], origin: wanted };
  const source = await readSource(target, terminal, LIMITS);
  if ('refusal' in source) return source;
  const document = parseOpenapiDocument(source.bytes);
  if (!document.ok) return { refusal: `Cannot import ${source.name}. ${document.error}` };
  return draftFrom(document.value, {
    origin: wanted,
    address: isUrl(target) ? target : undefined,
    only: input.values('only'),
  });
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
