import { replaceConfusables } from './confusables.ts';

/**
 * Returns the skeletons of a name: the name without case, accents, spaces, and punctuation, with confusable letters,
 * compatibility forms (full-width, mathematical), and the pairs 0/o, 1/l, rn/m, and vv/w unified. Two names are
 * confusable if they share a skeleton.
 *
 * A capital I is an i in another case, but looks like an l. Names with one therefore have two skeletons: "PayPaI"
 * matches "PayPal" and "WIKI" matches "Wiki", but "Mail" does not match "Mall". A name without letters and digits is
 * its own skeleton, apart from spaces.
 *
 * @returns one or two skeletons
 */
export function getNameSkeletons(name: string): readonly string[] {
  const letters = replaceConfusables(
    replaceConfusables(name)
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}]/gu, ''),
  );
  const byCase = toSkeleton(letters);
  const byLooks = toSkeleton(letters.replace(/[I|]/g, 'l'));
  if (byCase === '') return [name.replace(/\s/g, '') || ' '];
  return byCase === byLooks ? [byCase] : [byCase, byLooks];
}

/** Converts to uppercase first, so that `ß` matches `SS`. */
function toSkeleton(letters: string): string {
  return letters
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
