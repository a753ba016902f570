import { breakReferences } from '../break-references.ts';

/** The maximum length of untrusted text in a comment, in characters. */
const MAX_LENGTH = 500;

/**
 * Escapes untrusted text for Markdown, so that GitHub shows it literally: without links, images, mentions, references,
 * math, HTML, or line breaks.
 */
export function plainMarkdown(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const short = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH).toWellFormed()}…` : line;
  return breakReferences(short)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_{}[\]()#+!|~>$]/g, '\\$&')
    .replace(/^[-=]/, '\\$&')
    .replace(/^(\d+)(?=[.)])/, '$1\u200b');
}
