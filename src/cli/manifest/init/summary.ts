import { MANIFEST_PATH } from '#listing/origin.ts';
import { validateManifest } from '#manifest/validate.ts';
import { colors } from '../../terminal/colors.ts';
import { sanitizeLine } from '../../terminal/sanitize-line.ts';

export interface InitResult {
  readonly file: string;
  readonly origin: string | null;
  /** JSON Pointers to what is still to be written. */
  readonly open: readonly string[];
  readonly notes: readonly string[];
}

/** What was written, what to look at, what to fill in, and what comes next. */
export function initText(
  { file, origin, open, notes }: InitResult,
  manifest: Readonly<Record<string, unknown>>,
  colours: boolean,
): string {
  const style = colors(colours);
  const count = Array.isArray(manifest.endpoints) ? manifest.endpoints.length : 0;
  const where = file === '-' ? 'the manifest' : sanitizeLine(file);
  const verdict = validateManifest(manifest).valid ? style('green', 'valid') : style('yellow', 'not valid yet');
  const bytes = Buffer.byteLength(JSON.stringify(manifest));
  return [
    `Wrote ${where}: ${count} ${count === 1 ? 'endpoint' : 'endpoints'} of ${sanitizeLine(String(manifest.name))}; ${verdict}.`,
    ...section('To check', notes),
    ...(bytes > LARGEST
      ? section('Too large', [
          `It has ${Math.ceil(bytes / 1024)} KiB; a registry reads ${LARGEST / 1024} at most. --only takes a part of the document.`,
        ])
      : []),
    ...section(`To fill in (${open.length})`, shortened(open)),
    '',
    file === '-' ? 'Next:' : `Next: api-manifest validate ${where}`,
    `Then serve it at ${origin ?? 'the origin of the API'}${MANIFEST_PATH}, and submit that address.`,
    '',
  ].join('\n');

  function section(title: string, lines: readonly string[]): string[] {
    return lines.length === 0 ? [] : ['', style('bold', title), ...lines.map(line => `  ${sanitizeLine(line)}`)];
  }
}

/** The most that a registry reads. */
const LARGEST = 1024 * 1024;

function shortened(places: readonly string[]): string[] {
  const rest = places.length - SHOWN;
  return rest > 0 ? [...places.slice(0, SHOWN), `and ${rest} more`] : [...places];
}

const SHOWN = 12;
