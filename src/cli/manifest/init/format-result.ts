import { quoteIfNeeded } from '#calls/snippets/quote-for-shell.ts';
import { isTodo } from '#draft/openapi/todo.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import { MAX_MANIFEST_BYTES } from '#manifest/text/manifest-text.ts';
import { validateManifest } from '#manifest/validate.ts';
import { createColors } from '../../terminal/colors.ts';
import { sanitizeLine } from '../../terminal/sanitize-line.ts';

export interface InitResult {
  readonly file: string;
  readonly origin: string | null;
  /** JSON Pointers to the missing values. */
  readonly open: readonly string[];
  readonly notes: readonly string[];
}

/** Formats the result of `init`: the file, the assumptions, the missing values, and the next step. */
export function formatInitResult(
  { file, origin, open, notes }: InitResult,
  manifest: Readonly<Record<string, unknown>>,
  hasColors: boolean,
): string {
  const style = createColors(hasColors);
  const count = Array.isArray(manifest.endpoints) ? manifest.endpoints.length : 0;
  const target = file === '-' ? 'the manifest' : sanitizeLine(file);
  const isValid = validateManifest(manifest).valid;
  const validity =
    isValid && open.length === 0
      ? style('green', 'valid')
      : style('yellow', `not ${isValid ? 'complete' : 'valid'} yet`);
  const name = isTodo(manifest.name) ? 'unnamed API' : sanitizeLine(String(manifest.name));
  const bytes = Buffer.byteLength(`${JSON.stringify(manifest, null, 2)}\n`);
  const address = origin === null ? `${MANIFEST_PATH} on the origin of the API` : origin + MANIFEST_PATH;
  return [
    `Wrote ${target}: ${name}, ${formatCount(count, 'endpoint')}, ${validity}.`,
    ...formatSection('Check these assumptions', notes),
    ...(bytes > MAX_MANIFEST_BYTES
      ? formatSection('Too large', [
          `The manifest has ${Math.ceil(bytes / 1024)} KiB. The limit is ${MAX_MANIFEST_BYTES / 1024} KiB. Import a part of the document with --only or --tag.`,
        ])
      : []),
    ...formatSection(`To fill in (${open.length})`, truncate(open)),
    '',
    ...(file === '-' ? [] : [`Next: api-manifest validate ${quoteIfNeeded(target)}`]),
    `${file === '-' ? 'Next: serve' : 'Then serve'} it at ${address} and submit the API.`,
    '',
  ].join('\n');

  function formatSection(title: string, lines: readonly string[]): string[] {
    return lines.length === 0 ? [] : ['', style('bold', title), ...lines.map(line => `  ${sanitizeLine(line)}`)];
  }
}

function truncate(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_LINES;
  return rest > 0 ? [...lines.slice(0, MAX_LINES), `and ${rest} more`] : [...lines];
}

const MAX_LINES = 12;
