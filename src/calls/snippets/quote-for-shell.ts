/** Quotes a text for a POSIX shell. Nothing in single quotes has a meaning there, except the closing quote. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Quotes a text for a POSIX shell unless it means itself without quotes. */
export function quoteIfNeeded(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : quoteForShell(text);
}
