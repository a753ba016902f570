/** A term as FTS5 wants it, whatever signs it has: a string, in which each quotation mark is there twice. */
export function phrase(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** What finds the listings that have a word which begins with a term. */
export function beginningWith(term: string): string {
  return `${phrase(term)} *`;
}

/** What finds the listings that any of some expressions finds; undefined when there is none. */
export function anyOf(expressions: readonly (string | undefined)[]): string | undefined {
  const known = expressions.filter(each => each !== undefined);
  return known.length > 0 ? known.join(' OR ') : undefined;
}

/** What finds the listings that all of some expressions find; undefined when there is none. */
export function allOf(expressions: readonly (string | undefined)[]): string | undefined {
  const known = expressions.filter(each => each !== undefined);
  return known.length > 0 ? known.map(each => `(${each})`).join(' AND ') : undefined;
}
