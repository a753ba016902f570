/**
 * Returns the regular singular and plural forms of an English word, so that `repositories` and `repository` match each
 * other. Forms that are not words are harmless, since no listing has them.
 */
export function getPluralForms(word: string): string[] {
  if (word.length < 3) return [];
  return [...singularsOf(word), `${word}s`, `${word}es`, word.replace(/y$/, 'ies')].filter(form => form !== word);
}

/** The word in -s that is common in names and not a plural. */
const NO_PLURAL = 'news';

function singularsOf(word: string): string[] {
  if (word.length < 4 || word === NO_PLURAL) return [];
  return [word.replace(/s$/, ''), word.replace(/(ss|x|z|ch|sh)es$/, '$1'), word.replace(/ies$/, 'y')];
}
