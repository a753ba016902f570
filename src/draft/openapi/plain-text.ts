import { htmlText } from './html-text.ts';

/**
 * A text of a document as a manifest carries it: without HTML and control characters, its white space put in order, and
 * at most `longest` code points, cut where a sentence or at least a word ends. Empty for what is no text.
 */
export function toPlainText(value: unknown, longest: number): string {
  if (typeof value !== 'string') return '';
  // Nobody reads on for that long, and the work stays bounded.
  const text = htmlText(value.slice(0, 20 * longest))
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, character => (KEPT.has(character) ? character : ''))
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return cut(text, longest);
}

/** Controls that belong to texts: the line end, and the joiners of some scripts. */
const KEPT = new Set(['\n', '\u200c', '\u200d']);

/** The same on one line. */
export function toPlainLine(value: unknown, longest: number): string {
  return toPlainText(value, longest).replace(/\s+/g, ' ');
}

/** A name or path without the characters that nobody sees, which no request could carry anyway. */
export function plainName(name: string): string {
  return name.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
}

/** The text with a full stop or the like at its end. */
export function sentence(text: string): string {
  return text === '' || /[.!?:;…。！？]$/u.test(text) ? text : `${text}.`;
}

/** The number of characters as the format counts them: code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

function cut(text: string, longest: number): string {
  const points = [...text];
  if (points.length <= longest) return text;
  const start = points.slice(0, longest - 1).join('');
  const sentenceEnd = Math.max(...['. ', '.\n', '! ', '? ', '\n\n'].map(end => start.lastIndexOf(end)));
  if (sentenceEnd > start.length / 2) return start.slice(0, sentenceEnd + 1).trim();
  const wordEnd = start.lastIndexOf(' ');
  return `${(wordEnd > start.length / 2 ? start.slice(0, wordEnd) : start).trim()}…`;
}
