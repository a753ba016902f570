import { breakReferences } from '../break-references.ts';

/** The longest untrusted text in a comment, in characters. */
const LONGEST = 500;

/**
 * Untrusted text as Markdown that GitHub shows and does not act on: no links, images, mentions, references, mathematics,
 * HTML or second lines.
 */
export function plainMarkdown(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line;
  return breakReferences(short)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_{}[\]()#+!|~>$]/g, '\\$&')
    .replace(/^[-=]/, '\\$&')
    .replace(/^(\d+)(?=[.)])/, '$1\u200b');
}
