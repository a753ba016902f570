/** Zero-width space: invisible, and no part of a name, a number or a URL. */
const BREAK = '\u200b';

/**
 * Breaks everything in untrusted text that GitHub acts on, in comments, summaries and commit messages: mentions,
 * references to issues and commits, closing keywords (through their references), URLs, email addresses, and directives
 * such as `[skip ci]`. GitHub looks for these in the rendered text, so neither a character reference (`&#64;`) nor a
 * backslash (`\#12`) stops it; a zero-width space inside does. The text reads as before.
 */
export function breakReferences(text: string): string {
  return text
    .replace(/[@#＠＃](?=[\p{L}\p{N}_-])/gu, `$&${BREAK}`)
    .replace(/(?<![\p{L}\p{N}_])(GH|GHSA|CVE)-(?=[\p{L}\p{N}])/giu, `$&${BREAK}`)
    .replace(/:(?=\/\/)/g, `:${BREAK}`)
    .replace(/(?<![\p{L}\p{N}_])www(?=\.)/giu, `$&${BREAK}`)
    .replace(/\[(?=\s*(skip|no|ci|actions?)\b)/gi, `[${BREAK}`)
    .replace(/\*\*\*(?=NO_CI)/gi, `***${BREAK}`)
    .replace(/(?<![\p{L}\p{N}_])(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,40}(?![\p{L}\p{N}_])/giu, breakHash);
}

/** No part that is left is as long as the shortest abbreviation of a commit, which has 7 characters. */
function breakHash(hash: string): string {
  return hash.replace(/.{6}(?=.)/g, `$&${BREAK}`);
}
