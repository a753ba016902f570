/** Zero-width space: invisible, and no part of a name, a number or a URL. */
const BREAK = '\u200b';

/**
 * Breaks everything in untrusted text that GitHub acts on, in comments, summaries and commit messages: mentions,
 * references to issues and commits, closing keywords (through their references), URLs, email addresses, and directives
 * such as `[skip ci]`. GitHub looks for these in the rendered text, so neither a character reference (`&#64;`) nor a
 * backslash (`\#12`) stops it; a zero-width space inside does. The text reads as before. Words end at ASCII letters alone,
 * since a reference may follow a Chinese one without a space.
 */
export function breakReferences(text: string): string {
  return text
    .replace(/[@#＠＃](?=[\p{L}\p{N}_-])/gu, `$&${BREAK}`)
    .replace(/(?<!\w)(GH|GHSA|CVE)-(?=[\p{L}\p{N}])/giu, `$&${BREAK}`)
    .replace(/:(?=\/\/)/g, `:${BREAK}`)
    .replace(/(?<!\w)www(?=\.)/giu, `$&${BREAK}`)
    .replace(/\[(?=\s*(skip|no|ci|actions?)\b)/gi, `[${BREAK}`)
    .replace(/\*\*\*(?=NO_CI)/gi, `***${BREAK}`)
    .replace(/(?<!\w)(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,40}(?!\w)/giu, breakHash);
}

/** No part that is left is as long as the shortest abbreviation of a commit, which has 7 characters. */
function breakHash(hash: string): string {
  return hash.replace(/.{6}(?=.)/g, `$&${BREAK}`);
}
