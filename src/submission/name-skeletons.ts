import { replaceConfusables } from './confusables.ts';

/**
 * What a name comes down to for the eye: without case, accents, spacing and punctuation, with look-alike letters,
 * compatibility forms (full-width, mathematical) and the pairs 0/o, 1/l, rn/m and vv/w as one. Two names look the same
 * when they share a key.
 *
 * A capital I is both an i in other case and an l by its looks, hence two keys: "PayPaI" meets "PayPal", and "WIKI"
 * meets "Wiki", but "Mail" does not meet "Mall". A name without any letter or digit is its own key, spacing apart.
 *
 * @returns one or two keys
 */
export function getNameSkeletons(name: string): readonly string[] {
  const letters = replaceConfusables(
    replaceConfusables(name)
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}]/gu, ''),
  );
  const byCase = reduced(letters);
  const byLooks = reduced(letters.replace(/[I|]/g, 'l'));
  if (byCase === '') return [name.replace(/\s/g, '') || ' '];
  return byCase === byLooks ? [byCase] : [byCase, byLooks];
}

/** By way of upper case, so that `ß` and `SS` meet. */
function reduced(letters: string): string {
  return letters
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
