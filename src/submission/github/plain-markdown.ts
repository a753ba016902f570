/** The longest text of somebody else that is repeated in a comment, in characters. */
const LONGEST = 500;

/**
 * Somebody else's text as Markdown that shows it and does nothing: no links, images, mentions, references to issues,
 * HTML or second lines.
 */
export function plainMarkdown(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return short
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_{}[\]()#+!|~>]/g, '\\$&')
    .replace(/@/g, '&#64;')
    .replace(/:\/\//g, '&#58;//')
    .replace(/\b(www)\./gi, '$1&#46;')
    .replace(/\bGH-(?=\d)/gi, 'GH&#45;');
}
