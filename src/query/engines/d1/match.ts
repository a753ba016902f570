/** Quotes a term with any characters as an FTS5 string, with quotation marks doubled. */
export function phrase(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** Returns an expression that matches listings with a word that starts with a term. */
export function beginningWith(term: string): string {
  return `${phrase(term)} *`;
}

/** Joins expressions with OR; undefined without any. */
export function anyOf(expressions: readonly (string | undefined)[]): string | undefined {
  const known = expressions.filter(each => each !== undefined);
  return known.length > 0 ? known.join(' OR ') : undefined;
}

/** Joins expressions with AND; undefined without any. */
export function allOf(expressions: readonly (string | undefined)[]): string | undefined {
  const known = expressions.filter(each => each !== undefined);
  return known.length > 0 ? known.map(each => `(${each})`).join(' AND ') : undefined;
}
