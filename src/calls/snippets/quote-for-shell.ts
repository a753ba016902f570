/** Quotes a text for a POSIX shell. Nothing in single quotes has a meaning there, except the closing quote. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
