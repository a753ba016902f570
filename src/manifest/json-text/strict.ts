import { countMembers, countMembersInText, isSpace } from './members.ts';
import { countEscapeCharacters, measureShortestText } from './shortest-text.ts';

/**
 * Returns whether a valid JSON text surely has no duplicate keys, at most `maxDepth` nested containers, and no numbers beyond
 * the range of doubles. False does not prove the opposite.
 *
 * A duplicate key makes the text longer than its parsed value needs, and gives it more members than the value has. Comparing
 * the lengths is faster, but only possible for a text without white space between its tokens.
 *
 * @param value the parsed text
 */
export function isStrict(text: string, value: unknown, maxDepth: number): boolean {
  if (isCompact(text)) {
    const excess = text.length - countEscapeCharacters(text) - measureShortestText(value, maxDepth);
    if (excess < SHORTEST_MEMBER) return true;
  }
  return countMembers(value, maxDepth) === countMembersInText(text);
}

/** The length of the shortest further member of an object. */
const SHORTEST_MEMBER = ',"":0'.length;

/** Returns whether the first tokens of an object have no white space between them. */
function isCompact(text: string): boolean {
  return !isSpace(text.charCodeAt(1)) && !isSpace(text.charCodeAt(text.indexOf(':') + 1));
}
