const MAX_LENGTH = 80;

/**
 * Formats a JSON value for messages: at most 80 code points, with control, bidirectional, invisible, and unpaired characters
 * escaped. Accepts values of any depth and size, and never throws.
 */
export function excerpt(value: unknown): string {
  const points = [...serialize(value, MAX_LENGTH + 1)];
  return points.length <= MAX_LENGTH ? points.join('') : `${points.slice(0, MAX_LENGTH - 1).join('')}…`;
}

/** Escapes control, bidirectional, invisible, and unpaired characters as in JSON. */
export function printable(text: string): string {
  return text.replace(UNSAFE, character => character.split('').map(toUnicodeEscape).join(''));
}

/** Returns the escape of a UTF-16 code unit, as in JSON, JavaScript, and Python: `\u00e9`. */
export function toUnicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Serializes at least `room` code points, if the value has as many. Each level uses one, which limits the recursion. */
function serialize(value: unknown, room: number): string {
  if (typeof value === 'string') return printable(JSON.stringify(value.slice(0, 2 * room)));
  if (typeof value !== 'object' || value === null) return String(value);
  let text = '';
  for (const member of Array.isArray(value) ? items(value, room) : members(value, room)) {
    text += text === '' ? member : `,${member}`;
    if (text.length > 2 * room) break;
  }
  return Array.isArray(value) ? `[${text}]` : `{${text}}`;
}

function* items(array: readonly unknown[], room: number): Generator<string> {
  for (const item of array) yield room < 0 ? '' : serialize(item, room - 1);
}

function* members(object: object, room: number): Generator<string> {
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue;
    yield `${serialize(key, room)}:${room < 0 ? '' : serialize((object as Record<string, unknown>)[key], room - 1)}`;
  }
}
