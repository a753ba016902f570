/** Quotes a term with any characters as an FTS5 string, with quotation marks doubled. */
export function phrase(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** Joins expressions with OR; undefined without any. */
export function anyOf(expressions: readonly (string | undefined)[]): string | undefined {
  const known = expressions.filter(each => each !== undefined);
  return known.length > 0 ? known.join(' OR ') : undefined;
}
