import { removeHtml } from './html-text.ts';

/**
 * Converts a text to plain text for a manifest: without HTML and control characters, with normalized white space, and
 * truncated at the end of a sentence or word. Returns an empty string for other values.
 *
 * @param maxLength code points
 */
export function toPlainText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return '';
  // Limits the work for very long texts.
  const text = removeHtml(value.slice(0, 20 * maxLength))
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, character => (ALLOWED_CONTROLS.has(character) ? character : ''))
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return truncate(text, maxLength);
}

/** The line break, and the joiners of some scripts. */
const ALLOWED_CONTROLS = new Set(['\n', '\u200c', '\u200d']);

/** Converts a text to plain text on one line. */
export function toPlainLine(value: unknown, maxLength: number): string {
  return toPlainText(value, maxLength).replace(/\s+/g, ' ');
}

/** Removes invisible characters from a name or path, because requests cannot contain them. */
export function removeInvisible(name: string): string {
  return name.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
}

/**
 * Removes hidden characters from all texts and member names of an example. Keeps tabs and line breaks, and the joiners of some
 * scripts. Documents are at most 200 levels deep.
 */
export function removeHidden(value: unknown): unknown {
  if (typeof value === 'string') return removeHiddenCharacters(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(removeHidden);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [removeHiddenCharacters(name), removeHidden(member)]),
  );
}

/** Returns whether a text contains hidden characters. A request with such a value differs from what people see. */
export function hasHidden(text: string): boolean {
  return removeHiddenCharacters(text) !== text;
}

function removeHiddenCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, character =>
      character === '\t' || ALLOWED_CONTROLS.has(character) ? character : '',
    );
}

/** Adds a period to a text without final punctuation. */
export function toSentence(text: string): string {
  return text === '' || /[.!?:;…。！？]$/u.test(text) ? text : `${text}.`;
}

/** Returns the length of a text in code points, which the format uses. */
export function countCodePoints(text: string): number {
  return [...text].length;
}

function truncate(text: string, maxLength: number): string {
  const points = [...text];
  if (points.length <= maxLength) return text;
  const start = points.slice(0, maxLength - 1).join('');
  const sentenceEnd = Math.max(...['. ', '.\n', '! ', '? ', '\n\n'].map(end => start.lastIndexOf(end)));
  if (sentenceEnd > start.length / 2) return start.slice(0, sentenceEnd + 1).trim();
  const wordEnd = start.lastIndexOf(' ');
  return `${(wordEnd > start.length / 2 ? start.slice(0, wordEnd) : start).trim()}…`;
}
