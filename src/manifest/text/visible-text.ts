/**
 * Removes invisible characters: control, bidirectional, and tag characters, variation selectors, and lone surrogates.
 * Keeps the joiners that scripts need, and normalizes line endings.
 */
export function toVisibleText(text: string): string {
  if (/^[\n\t\x20-\x7e]*$/.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t\u200c\u200d])(?:[\p{Cc}\p{Cf}]|[\u{e0100}-\u{e01ef}])/gu, '');
}
