import { distance } from 'fastest-levenshtein';

/**
 * Returns the candidate closest to a misspelled word: equal except for case, spaces, and punctuation, or at most a third
 * of its length away in edits. Returns undefined if no candidate is close.
 */
export function findClosestMatch<T extends string>(word: string, candidates: readonly T[]): T | undefined {
  if (word.length > MAX_WORD_LENGTH) return undefined;
  const normalizedWord = normalize(word);
  const close = candidates.flatMap(candidate => {
    const normalized = normalize(candidate);
    const maxEdits = Math.floor(normalized.length / 3);
    if (Math.abs(normalized.length - normalizedWord.length) > maxEdits) return [];
    const edits = distance(normalizedWord, normalized);
    return edits <= maxEdits ? { candidate, edits } : [];
  });
  return close.sort((a, b) => a.edits - b.edits)[0]?.candidate;
}

/**
 * Returns the candidate that a user most likely meant: the closest match, the same letters in another order, or the only
 * candidate that starts with the word. For names that a person types, such as commands and options.
 */
export function suggestName<T extends string>(word: string, candidates: readonly T[]): T | undefined {
  const letters = sortLetters(word);
  const reordered = candidates.find(candidate => sortLetters(candidate) === letters);
  const completions = word === '' ? [] : candidates.filter(candidate => candidate.startsWith(word));
  return findClosestMatch(word, candidates) ?? reordered ?? (completions.length === 1 ? completions[0] : undefined);
}

/** A longer text is not a misspelling of a short name. */
const MAX_WORD_LENGTH = 80;

function normalize(word: string): string {
  return word.toLowerCase().replace(/[\s_.-]+/g, '');
}

function sortLetters(word: string): string {
  return [...word].sort().join('');
}
