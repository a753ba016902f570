/**
 * Counts the object members of a parsed value. Returns NaN if the value has more than `room` nested containers, or a number
 * beyond the range of doubles, which serialization would lose.
 */
export function countMembers(value: unknown, room: number): number {
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN;
  return typeof value === 'object' && value !== null ? countContainerMembers(value, room) : 0;
}

/** Tests the type of each item in place, because a call for each text or number would take most of the time. */
function countContainerMembers(container: object, room: number): number {
  if (room === 0) return Number.NaN;
  let members = 0;
  if (Array.isArray(container)) {
    for (let index = 0; index < container.length; index += 1) {
      const item: unknown = container[index];
      if (typeof item === 'string') continue;
      if (typeof item === 'object' && item !== null) members += countContainerMembers(item, room - 1);
      else if (item === Number.POSITIVE_INFINITY || item === Number.NEGATIVE_INFINITY) return Number.NaN;
    }
    return members;
  }
  for (const name in container) {
    const item: unknown = (container as Readonly<Record<string, unknown>>)[name];
    members += 1;
    if (typeof item === 'string') continue;
    if (typeof item === 'object' && item !== null) members += countContainerMembers(item, room - 1);
    else if (item === Number.POSITIVE_INFINITY || item === Number.NEGATIVE_INFINITY) return Number.NaN;
  }
  return members;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

/**
 * Counts the object members of a valid JSON text, or returns a higher number. A colon counts if the quote before it is not
 * escaped. That quote ends a key, or starts a string whose first character is the colon. The count is never too low, so if
 * it equals the members of the parsed value, no key is duplicated.
 */
export function countMembersInText(text: string): number {
  let members = 0;
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let quote = colon - 1;
    // Most keys end directly before the colon, and without a backslash.
    if (text.charCodeAt(quote) !== QUOTE) {
      while (isSpace(text.charCodeAt(quote))) quote -= 1;
      if (text.charCodeAt(quote) !== QUOTE) continue;
    }
    if (text.charCodeAt(quote - 1) !== BACKSLASH || countBackslashes(text, quote) % 2 === 0) members += 1;
  }
  return members;
}

/** Returns the position of the first quote from a place in a string on that is not escaped; -1 without one. */
export function findClosingQuote(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  // Most quotes are not escaped. Without a quote, the backslashes before its position do not matter.
  while (quote !== -1 && countBackslashes(text, quote) % 2 === 1) quote = text.indexOf('"', quote + 1);
  return quote;
}

/** Returns whether a colon follows a string, so that it is a key. */
export function isColonNext(text: string, end: number): boolean {
  let next = end;
  while (isSpace(text.charCodeAt(next))) next += 1;
  return text.charCodeAt(next) === COLON;
}

/** Counts the backslashes before a position. */
function countBackslashes(text: string, end: number): number {
  let at = end;
  while (text.charCodeAt(at - 1) === BACKSLASH) at -= 1;
  return end - at;
}

/** Returns whether a character code is white space in JSON (RFC 8259, section 2). */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}
