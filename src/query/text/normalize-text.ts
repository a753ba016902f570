/**
 * Text as it is searched and sorted: without case, accents and other combining marks, compatibility forms resolved,
 * white space runs as one space.
 */
export function normalizeText(text: string): string {
  return (isAscii(text) ? text.toLowerCase() : foldUnicode(text)).replace(/\s+/g, ' ').trim();
}

/** The words of a folded text: runs of letters and digits. */
export function words(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** By way of upper case, so that `ß` and `SS` meet; a final sigma is a sigma. */
function foldUnicode(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/** Whether all characters of a text are ASCII. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
