const LIMIT = 80;

/**
 * A value as JSON, cut after 80 code points, with control, bidirectional, invisible and unpaired characters escaped, so
 * that it can be printed anywhere. Takes any JSON value, at any depth and size, and never throws.
 */
export function excerpt(value: unknown): string {
  const points = [...written(value, LIMIT + 1)];
  return points.length <= LIMIT ? points.join('') : `${points.slice(0, LIMIT - 1).join('')}…`;
}

/** Text with control, bidirectional, invisible and unpaired characters written as JSON escapes. */
export function printable(text: string): string {
  return text.replace(UNSAFE, character =>
    [...Array(character.length).keys()]
      .map(at => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Writes at least `room` code points where there are as many. Each level takes one, so `room` bounds the recursion. */
function written(value: unknown, room: number): string {
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
  for (const item of array) yield room < 0 ? '' : written(item, room - 1);
}

function* members(object: object, room: number): Generator<string> {
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue;
    yield `${written(key, room)}:${room < 0 ? '' : written((object as Record<string, unknown>)[key], room - 1)}`;
  }
}
