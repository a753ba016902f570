/** Returns the later occurrences of repeated texts. */
export function findRepeated(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter(text => seen.has(text) || !seen.add(text));
}
