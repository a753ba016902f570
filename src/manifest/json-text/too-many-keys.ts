import { countBackslashes, countMembersInText, isSpace } from './members.ts';

/**
 * Returns whether a JSON text has more than `max` different keys, or more than `max` keys with escapes. Only for valid texts,
 * the result is exact.
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
    const end = findClosingQuote(text, start);
    if (end === -1) return false;
    let next = end + 1;
    while (isSpace(text.charCodeAt(next))) next += 1;
    if (text.charCodeAt(next) === COLON) {
      const key = text.slice(start + 1, end);
      keys.add(key);
      if (key.includes('\\')) escaped += 1;
      if (keys.size > max || escaped > max) return true;
    }
    start = text.indexOf('"', next);
  }
  return false;
}

const COLON = 58;

function findClosingQuote(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  // Most strings have no escaped quotes. Without a quote, the backslashes before its position do not matter.
  while (end !== -1 && countBackslashes(text, end) % 2 === 1) end = text.indexOf('"', end + 1);
  return end;
}
