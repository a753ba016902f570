/** Splits a text at the words of a search, with the endings that they have in the text. Every second part is to be marked. */
export function markWords(shown: string, search: string): string[] {
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? [shown] : shown.split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${words.join('|')}))`, 'iu'));
}
