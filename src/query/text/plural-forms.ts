/**
 * The singular and the plurals of an English word, as far as they are regular: `repositories` and `repository` are one
 * thing to who asks. That some of them are no words does no harm, since no listing has those.
 */
export function getPluralForms(word: string): string[] {
  if (word.length < 3) return [];
  return [...singularsOf(word), `${word}s`, `${word}es`, word.replace(/y$/, 'ies')].filter(form => form !== word);
}

/** The word in -s that is common in names and is not the plural of another. */
const NO_PLURAL = 'news';

function singularsOf(word: string): string[] {
  if (word.length < 4 || word === NO_PLURAL) return [];
  return [word.replace(/s$/, ''), word.replace(/(ss|x|z|ch|sh)es$/, '$1'), word.replace(/ies$/, 'y')];
}
