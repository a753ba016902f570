/** A zero-width space: invisible, and not part of a name, number, or URL. */
const BREAK = '\u200b';

/**
 * Breaks everything in untrusted text that GitHub acts on in comments, summaries, and commit messages: mentions,
 * references to issues and commits, closing keywords (through their references), URLs, email addresses, and directives
 * such as `[skip ci]`.
 *
 * GitHub searches the rendered text, so neither a character reference (`&#64;`) nor a backslash (`\#12`) prevents a
 * match, but a zero-width space does. The visible text does not change. Only ASCII letters count as word characters,
 * because a reference may follow a Chinese character without a space.
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

/** Returns the text before `breakReferences`, if that had no zero-width spaces. */
export function joinReferences(text: string): string {
  return text.replaceAll(BREAK, '');
}

/** Every remaining part is shorter than 7 characters, the shortest commit abbreviation. */
function breakHash(hash: string): string {
  return hash.replace(/.{6}(?=.)/g, `$&${BREAK}`);
}
