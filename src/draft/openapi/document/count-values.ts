/**
 * Estimates the number of values in a JSON text, which determines the memory of the parsed document: its brackets and commas
 * outside of strings. Stops above `max`.
 */
export function countValues(bytes: Uint8Array, max: number): number {
  let count = 0;
  for (let at = 0; at < bytes.length && count <= max; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = findStringEnd(bytes, at);
    else if (byte === BRACE || byte === BRACKET || byte === COMMA) count += 1;
  }
  return count;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;
const BRACKET = 0x5b;
const COMMA = 0x2c;

/** Returns the position of the closing quote, or the end of the text. */
function findStringEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
