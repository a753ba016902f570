import { findClosestMatch } from '#manifest/closest-match.ts';

/** What a person meant by a word that is none of the candidates: typed wrongly, cut short, or with letters swapped. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const begun = candidates.filter(candidate => word !== '' && candidate.startsWith(word));
  const swapped = candidates.filter(candidate => letters(candidate) === letters(word));
  return findClosestMatch(word, candidates) ?? swapped[0] ?? (begun.length === 1 ? begun[0] : undefined);
}

function letters(word: string): string {
  return [...word].sort().join('');
}
