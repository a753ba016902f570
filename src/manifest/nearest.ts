import { distance } from 'fastest-levenshtein';

/**
 * The candidate that a person most likely meant: equal but for case, spaces and punctuation, else within a third of its
 * length in edits. Undefined when none is near.
 */
export function nearest<T extends string>(word: string, candidates: readonly T[]): T | undefined {
  const plainWord = plain(word);
  if (plainWord === '' || word.length > 80) return undefined;
  const ranked = candidates
    .map(candidate => ({ candidate, edits: distance(plainWord, plain(candidate)) }))
    .sort((a, b) => a.edits - b.edits);
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.floor(plain(best.candidate).length / 3) ? best.candidate : undefined;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[\s_.-]+/g, '');
}
