/**
 * Normalizes text for search and sorting: removes case, accents, and other combining marks, resolves compatibility
 * forms, and collapses white space.
 */
export function normalizeText(text: string): string {
  return (isAscii(text) ? text.toLowerCase() : foldUnicode(text)).replace(WHITE_SPACE, ' ').trim();
}

/** All white space but single spaces, which need no replacement: most texts have no other. */
const WHITE_SPACE = /\s{2,}|[^\S ]/g;

/** Returns the words of a normalized text: runs of letters and digits. */
export function words(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Folds by way of upper case, so that `ß` equals `SS`, and a final sigma equals other sigmas. */
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
