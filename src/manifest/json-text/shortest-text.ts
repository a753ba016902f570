/**
 * Returns a lower bound for the length of a JSON text of a parsed value, in UTF-16 code units: without white space, escapes,
 * and duplicate keys. Exact if the text has no numbers with an exponent. Returns NaN if the value has more than `room`
 * nested containers, or a number beyond the range of doubles.
 */
export function measureShortestText(value: unknown, room: number): number {
  if (typeof value === 'string') return value.length + QUOTES;
  return typeof value === 'object' && value !== null ? measureContainer(value, room) : measureScalar(value);
}

const QUOTES = 2;
const BRACKETS = 2;
const COMMA = 1;
const COLON = 1;

/** Tests the type of each item in place, because a call for each text would take most of the time. */
function measureContainer(container: object, room: number): number {
  if (room === 0) return Number.NaN;
  let length = 0;
  if (Array.isArray(container)) {
    for (let index = 0; index < container.length; index += 1) {
      const item: unknown = container[index];
      length += COMMA;
      if (typeof item === 'string') length += item.length + QUOTES;
      else if (typeof item === 'object' && item !== null) length += measureContainer(item, room - 1);
      else length += measureScalar(item);
    }
  } else {
    for (const name in container) {
      const item: unknown = (container as Readonly<Record<string, unknown>>)[name];
      length += name.length + QUOTES + COLON + COMMA;
      if (typeof item === 'string') length += item.length + QUOTES;
      else if (typeof item === 'object' && item !== null) length += measureContainer(item, room - 1);
      else length += measureScalar(item);
    }
  }
  // The last item has no comma.
  return length === 0 ? BRACKETS : length - COMMA + BRACKETS;
}

function measureScalar(scalar: unknown): number {
  if (typeof scalar === 'number') return measureNumber(scalar);
  return scalar === false ? 'false'.length : 'true'.length;
}

/** A number with an exponent can only be shorter than its digits if it is large, small, or ends in at least three zeros. */
function measureNumber(number: number): number {
  const size = Math.abs(number);
  if (number === 0 || (size >= 0.01 && size < 1e15 && number % 1000 !== 0)) return String(number).length;
  return Number.isFinite(number) ? '1e3'.length : Number.NaN;
}

const LETTER_U = 117;

/** Counts the characters that a valid JSON text would lose if its strings needed no escapes. */
export function countEscapeCharacters(text: string): number {
  let characters = 0;
  for (let at = text.indexOf('\\'); at !== -1; ) {
    const extra = text.charCodeAt(at + 1) === LETTER_U ? '\\u000'.length : '\\'.length;
    characters += extra;
    at = text.indexOf('\\', at + extra + 1);
  }
  return characters;
}
