import { countMembersInText, findClosingQuote, isColonNext } from './members.ts';

/**
 * Returns whether a JSON text has more than `max` different keys, or more than `max` keys with escapes. The result is exact only
 * for valid texts.
 *
 * V8 needs a hidden class or a hash table entry for each key. An object with 100,000 keys delays all other requests for more
 * than 100 ms, in the parser and in each pass over it, and so do 100,000 objects with one key each. Real manifests have
 * fewer than 100 different keys.
 */
export function hasTooManyKeys(text: string, max: number): boolean {
  // Counting is ten times as fast, and nearly all texts have fewer keys.
  if (countMembersInText(text) <= max) return false;
  const keys = new Set<string>();
  let escaped = 0;
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = findClosingQuote(text, start + 1);
    if (end === -1) return false;
    if (isColonNext(text, end + 1)) {
      const key = text.slice(start + 1, end);
      keys.add(key);
      if (key.includes('\\')) escaped += 1;
      if (keys.size > max || escaped > max) return true;
    }
    start = text.indexOf('"', end + 1);
  }
  return false;
}
