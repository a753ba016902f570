import { toUnicodeEscape } from '#manifest/text/excerpt.ts';
import { isFileName } from '../body/multipart.ts';
import type { BodyPart } from '../body/request-body.ts';
import { isSignature } from '../credentials/credential.ts';
import type { RequestPlan } from '../request-plan.ts';

/**
 * Returns what the reader of a snippet must fill in first, one line each, in printable ASCII.
 *
 * @param quote quotes the names of the manifest (default: as they are)
 */
export function listSnippetComments(plan: RequestPlan, quote = (name: string) => name): string[] {
  const { parameters, missing, authentication, body } = plan;
  const secrets = authentication.credentials.flatMap(each => each.secrets);
  const names = [...new Set(missing)];
  const isOpen = (name: string, isInBody: boolean) =>
    parameters.some(
      each => each.name === name && each.required && each.value === undefined && (each.in === 'body') === isInBody,
    );
  const toAdd = names.filter(name => isOpen(name, true));
  // The plan omits values that a request cannot send, so these parameters have values.
  const toReplace = names.filter(name => isOpen(name, false) || !toAdd.includes(name)).map(name => `{${name}}`);
  const files = listFiles(body);
  const formatList = (all: readonly string[]) => joinNames(all, quote);
  return [
    ...(toReplace.length > 0 ? [`Replace ${formatList(toReplace)}.`] : []),
    ...(toAdd.length > 0 ? [`Add to the body: ${formatList(toAdd)}.`] : []),
    ...(secrets.length > 0 ? [`Set ${formatList(secrets)} in the environment.`] : []),
    ...(authentication.credentials.some(isSignature) ? ['The API requires a signature of each request.'] : []),
    ...(authentication.required && authentication.alternatives.length === 0
      ? ['Add the credentials. See authentication.instructions of the manifest.']
      : []),
    ...(files.length > 0 ? [`Needs the file ${formatList(files)} in the current folder.`] : []),
  ];
}

/** Returns the names of the files that a snippet reads. */
export function listFiles(body: RequestPlan['body']): string[] {
  if (body?.kind === 'multipart') return body.parts.flatMap(part => getFileName(part) ?? []);
  return body?.kind === 'bytes' ? [body.filename ?? DEFAULT_FILE].filter(() => isFile(body)) : [];
}

/** Returns the file that a snippet reads for a part. Undefined for a text, which the snippet contains. */
export function getFileName({ filename, text }: BodyPart): string | undefined {
  if (filename === undefined || text !== undefined) return undefined;
  return isSafeFileName(filename) ? filename : DEFAULT_FILE;
}

/** Whether a snippet reads the body from a file: a named file, or bytes that are not UTF-8 text. */
export function isFile({ filename, bytes }: { readonly filename?: string; readonly bytes: Uint8Array }): boolean {
  return filename !== undefined || decodeUtf8(bytes) === undefined;
}

/** Returns the text of bytes. Undefined if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export const DEFAULT_FILE = 'file.bin';

/** Whether a name is a file in the current folder, and no command reads it as an option or as standard input. */
function isSafeFileName(name: string): boolean {
  return isFileName(name) || /^\w[\w.-]{0,99}$/.test(name);
}

const MAX_LISTED = 20;

function joinNames(names: readonly string[], quote: (name: string) => string): string {
  const rest = names.length - MAX_LISTED;
  const listed = names.slice(0, MAX_LISTED).map(name => quote(toPrintable(name)));
  return `${listed.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

/** Escapes all characters that could end a comment or hide text. */
function toPrintable(text: string): string {
  return text.slice(0, 100).replace(/[^ -~]/g, toUnicodeEscape);
}
