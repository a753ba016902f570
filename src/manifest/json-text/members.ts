/**
 * How many object members a parsed value has; NaN when it is nested deeper than `room` containers or holds a number
 * beyond the range of doubles, which serialising would lose.
 */
export function membersInValue(value: unknown, room: number): number {
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN;
  return typeof value === 'object' && value !== null ? membersInContainer(value, room) : 0;
}

function membersInContainer(container: object, room: number): number {
  if (room === 0) return Number.NaN;
  let members = 0;
  if (Array.isArray(container)) {
    for (const item of container) {
      if (typeof item !== 'string') members += membersInValue(item, room - 1);
    }
  } else {
    for (const name in container) {
      const item: unknown = (container as Readonly<Record<string, unknown>>)[name];
      members += typeof item === 'string' ? 1 : 1 + membersInValue(item, room - 1);
    }
  }
  return members;
}

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * How many object members a valid JSON text writes, or more: a colon counts when the quote before it is not escaped.
 * That quote ends a name, or begins a string that starts with a colon. So the count is never too low, and when it
 * equals the members of the parsed value, no name was given twice.
 */
export function membersInText(text: string): number {
  let members = 0;
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1;
    while (isSpace(text.charCodeAt(before))) before -= 1;
    if (text.charCodeAt(before) !== QUOTE) continue;
    let backslashes = 0;
    while (text.charCodeAt(before - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) members += 1;
  }
  return members;
}

/** White space of the JSON grammar (RFC 8259, section 2). */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}
