import { distance } from 'fastest-levenshtein';

/**
 * The candidate that a person most likely meant by a word: equal but for case, spaces and punctuation, else at most a
 * third of its length in edits away. Undefined when none is near.
 */
export function findClosestMatch<T extends string>(word: string, candidates: readonly T[]): T | undefined {
  if (word.length > LONGEST) return undefined;
  const written = plain(word);
  const near = candidates.flatMap(candidate => {
    const meant = plain(candidate);
    const allowed = Math.floor(meant.length / 3);
    if (Math.abs(meant.length - written.length) > allowed) return [];
    const edits = distance(written, meant);
    return edits <= allowed ? { candidate, edits } : [];
  });
  return near.sort((a, b) => a.edits - b.edits)[0]?.candidate;
}

/** Nobody meant a value of a few words by a text longer than this. */
const LONGEST = 80;

function plain(word: string): string {
  return word.toLowerCase().replace(/[\s_.-]+/g, '');
}
